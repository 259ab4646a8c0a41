# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  module Wire
    # A frame is this byte, the size of its content in 4, and the content.
    PREFIX = 0xce
    PREFIX_SIZE = 5
    FRAME_MAX = 2 << 20
    ELEMENTS_MAX = 1024

    # Reads what a frame has in it: an array of integers, bytes, and arrays of
    # those. The msgpack library would reserve gigabytes when a header of five
    # bytes declares them; here each count and length is checked first.
    class Decoder
      # How a number is written behind its tag, and in how many bytes: unsigned
      # ones, then signed ones, both of 1, 2, 4, and 8.
      NUMBERS = {
        0xcc => ["C", 1], 0xcd => ["n", 2], 0xce => ["N", 4], 0xcf => ["Q>", 8],
        0xd0 => ["c", 1], 0xd1 => ["s>", 2], 0xd2 => ["l>", 4],
        0xd3 => ["q>", 8]
      }.freeze

      # The same for the length of bytes (bin 8, 16, 32; str 8, 16, 32) …
      LENGTHS = {
        0xc4 => NUMBERS[0xcc], 0xc5 => NUMBERS[0xcd], 0xc6 => NUMBERS[0xce],
        0xd9 => NUMBERS[0xcc], 0xda => NUMBERS[0xcd], 0xdb => NUMBERS[0xce]
      }.freeze

      # … and for the count of an array.
      COUNTS = { 0xdc => NUMBERS[0xcd], 0xdd => NUMBERS[0xce] }.freeze

      BOOLEANS = { 0xc2 => 0, 0xc3 => 1 }.freeze

      # Returns the array that fills bytes[start, size] exactly, or raises
      # ProtocolError. Its strings are binary copies.
      def read(bytes, start, size)
        @bytes = bytes
        @place = start
        @finish = start + size
        @left = ELEMENTS_MAX
        count = count(byte) || refuse("no array")
        fields = Array.new(count) { field }
        refuse("bytes behind the message") unless @place == @finish
        fields
      end

      private

      def field
        tag = byte
        return tag if tag < 0x80

        count = count(tag)
        count ? Array.new(count) { value(byte) } : value(tag)
      end

      # How many elements an array of this tag has; nil: it is no array.
      def count(tag)
        if (tag & 0xf0) == 0x90 then count = tag & 0x0f
        elsif (written = COUNTS[tag]) then count = number(*written)
        else
          return
        end
        @left -= count
        refuse("too many elements") if @left.negative?
        count
      end

      def value(tag)
        return tag if tag < 0x80

        if (written = LENGTHS[tag]) then bytes(number(*written))
        elsif (written = NUMBERS[tag]) then number(*written)
        elsif tag >= 0xe0 then tag - 0x100
        elsif (tag & 0xe0) == 0xa0 then bytes(tag & 0x1f)
        else
          BOOLEANS[tag] || refuse("a value of an unknown type")
        end
      end

      # One that is not in the frame shows at its end.
      def byte
        byte = @bytes.getbyte(@place) || refuse("a value is cut off")
        @place += 1
        byte
      end

      def number(format, width)
        @bytes.unpack1(format, offset: pass(width))
      end

      def bytes(size)
        Bytes.slice(@bytes, pass(size), size)
      end

      # Goes on behind so many bytes, and says where they are.
      def pass(size)
        place = @place
        @place += size
        refuse("a value beyond the frame") if @place > @finish
        place
      end

      def refuse(what)
        raise ProtocolError, what
      end
    end
  end
end
