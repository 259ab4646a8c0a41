# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "msgpack"

module PersistWorker
  module Wire
    # What a kind of message is made of; Wire::Ready and its siblings are
    # Structs that extend this. The types of fields are those of types.rb.
    module Message
      KINDS = {} # rubocop:disable Style/MutableConstant (define fills it)

      attr_reader :kind

      def self.define(kind, **fields)
        # The first member is the kind: a Struct has at least one.
        type = Struct.new(:kind, *fields.keys)
        type.extend(self)
        type.instance_exec do
          @kind = kind
          @types = fields.values.freeze
          @list = @types.index { |field| field.is_a?(List) }
        end
        KINDS[kind] = type
      end

      # Reads the message of a Content that has been opened, and has so many
      # elements.
      def self.read(content, count)
        type = KINDS[content.integer] or
          raise ProtocolError, "a message of an unknown kind"

        type.read(content, count - 1)
      end

      # The same behind the kind. More fields than we know are fine.
      def read(content, count)
        check_count(count)
        values = @types.map { |type| type.read(content) }
        (count - @types.size).times { content.skip }
        content.close
        new(@kind, *values)
      end

      # The frame that carries these fields. ArgumentError: they don't fit one.
      def frame(*values)
        fields = check_all(values)
        content = MessagePack::Packer.new.write(fields).full_pack
        if content.bytesize > FRAME_MAX || elements(fields) > ELEMENTS_MAX
          raise ArgumentError, "more than a frame can carry"
        end

        content.prepend([PREFIX, content.bytesize].pack("CN"))
      rescue ProtocolError => e
        raise ArgumentError, "#{name}: #{e.message}"
      end

      private

      # Returns the kind and the fields.
      def check_all(values)
        check_count(values.size)
        fields = [@kind]
        @types.each { |type| fields << type.check(values[fields.size - 1]) }
        fields
      end

      def check_count(count)
        return if count >= @types.size

        raise ProtocolError, "a message without all its fields"
      end

      # No message has more than one list.
      def elements(fields)
        fields.size + (@list ? fields[@list + 1].size : 0)
      end
    end
  end
end
