# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "msgpack"

module PersistWorker
  module Wire
    # What a kind of message is made of; Wire::Ready and its siblings are
    # Structs that extend this. The type of a field has check: see types.rb.
    module Message
      KINDS = {} # rubocop:disable Style/MutableConstant (define fills it)

      attr_reader :kind

      def self.define(kind, **fields)
        # The first member is the kind: a Struct has at least one.
        type = Struct.new(:kind, *fields.keys)
        type.extend(self)
        type.instance_exec do
          @kind = kind
          @types = [Number.new(kind..kind), *fields.values].freeze
          @list = @types.index { |field| field.is_a?(List) }
        end
        KINDS[kind] = type
      end

      # Makes the message of what was read from a frame.
      def self.from(values)
        type = KINDS[values.first] or
          raise ProtocolError, "a message of an unknown kind"

        type.from(values)
      end

      # The kind and the fields that came. More than we know are fine.
      def from(values)
        new(*check_all(values))
      end

      # The frame that carries these fields. ArgumentError: they don't fit one.
      def frame(*values)
        values.unshift(@kind)
        content = MessagePack::Packer.new.write(check_all(values)).full_pack
        if content.bytesize > FRAME_MAX || elements(values) > ELEMENTS_MAX
          raise ArgumentError, "more than a frame can carry"
        end

        content.prepend([PREFIX, content.bytesize].pack("CN"))
      rescue ProtocolError => e
        raise ArgumentError, "#{name}: #{e.message}"
      end

      private

      def check_all(values)
        if values.size < @types.size
          raise ProtocolError, "a message without all its fields"
        end

        i = -1
        @types.map { |type| type.check(values[i += 1]) }
      end

      # No message has more than one list.
      def elements(values)
        values.size + (@list ? values[@list].size : 0)
      end
    end
  end
end
