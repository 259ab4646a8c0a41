# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "msgpack"

module PersistWorker
  module Wire
    PREFIX = 0xce
    PREFIX_SIZE = 5
    FRAME_MAX = 2 << 20

    # What a kind of message is made of; Wire::Ready and its siblings are
    # Structs that extend this. The type of a field is a Range for an integer,
    # an Integer for bytes of at most so many, :list for an array of bytes, or
    # :pairs for one of names and values.
    module Message
      KINDS = {} # rubocop:disable Style/MutableConstant (define fills it)

      attr_reader :kind, :types

      def self.define(kind, **fields)
        # The first member is the kind: a Struct has at least one.
        type = Struct.new(:kind, *fields.keys)
        type.extend(self)
        type.instance_exec do
          @kind = kind
          @types = fields.values.freeze
        end
        KINDS[kind] = type
      end

      # Makes the message of what msgpack has made of a frame.
      def self.from(array)
        kind = array.shift
        type = KINDS[kind] if kind.is_a?(Integer)
        raise ProtocolError, "a message of an unknown kind" unless type

        type.from(array)
      end

      # Checks the value of a field and returns it as it is used here: integers
      # for booleans, binary strings.
      def self.check(type, value)
        case type
        when Range then check_number(type, value)
        when Integer then check_bytes(type, value)
        else check_list(type, value)
        end
      end

      def self.check_number(range, value)
        value = 1 if value == true
        value = 0 if value == false
        return value if value.is_a?(Integer) && range.cover?(value)

        raise ProtocolError, "a number is not in its range"
      end

      def self.check_bytes(most, value)
        raise ProtocolError, "bytes are missing" unless value.is_a?(String)
        raise ProtocolError, "too many bytes" if value.bytesize > most

        value.encoding == Encoding::BINARY ? value : value.b
      end

      def self.check_list(type, value)
        raise ProtocolError, "a list is missing" unless value.is_a?(Array)
        raise ProtocolError, "a name without value" if
          type == :pairs && value.size.odd?

        value.map { |item| check_bytes(FRAME_MAX, item) }
      end

      # The fields that came, without the kind. More than we know are fine.
      def from(values)
        new(@kind, *check_all(values))
      end

      # The frame that carries these fields. ArgumentError: they don't fit one.
      def frame(*values)
        content = [@kind, *check_all(values)].to_msgpack
        if content.bytesize > FRAME_MAX || elements(values) > Scan::ELEMENTS_MAX
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
        @types.map { |type| Message.check(type, values[i += 1]) }
      end

      def elements(values)
        values.sum(1) { |value| value.is_a?(Array) ? value.size + 1 : 1 }
      end
    end
  end
end
