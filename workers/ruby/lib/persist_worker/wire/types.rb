# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  module Wire
    # What the fields of messages may be. read takes one from a Content, check
    # returns one as it is sent; both raise ProtocolError for what it can't be.

    # An integer of a range.
    class Number
      def initialize(range)
        @least = range.min
        @most = range.max
      end

      def read(content)
        check(content.integer)
      end

      def check(value)
        return value if value.is_a?(Integer) && value >= @least &&
                        value <= @most

        raise ProtocolError, "a number is not in its range"
      end
    end

    # At most so many bytes, as a binary string.
    class Text
      def initialize(most)
        @most = most
      end

      def read(content)
        content.bytes(@most)
      end

      def check(value)
        raise ProtocolError, "bytes are missing" unless value.is_a?(String)
        raise ProtocolError, "too many bytes" if value.bytesize > @most

        value.encoding == Encoding::BINARY ? value : value.b
      end
    end

    # An array of bytes; with pairs: of names and values in turn.
    class List
      ITEM = Text.new(FRAME_MAX)

      def initialize(pairs: false)
        @pairs = pairs
      end

      def read(content)
        check_pairs(content.list)
      end

      def check(value)
        raise ProtocolError, "a list is missing" unless value.is_a?(Array)

        check_pairs(value).map { |item| ITEM.check(item) }
      end

      private

      def check_pairs(list)
        raise ProtocolError, "a name without value" if @pairs && list.size.odd?

        list
      end
    end
  end
end
