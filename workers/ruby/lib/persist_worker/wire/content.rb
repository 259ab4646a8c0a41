# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  module Wire
    # A frame is this byte, the size of its content in 4, and the content.
    PREFIX = 0xce
    PREFIX_SIZE = 5
    FRAME_MAX = 2 << 20
    ELEMENTS_MAX = 1024

    # The content of a frame, an array, whose elements are read one by one:
    # integers, bytes, and arrays of bytes. The msgpack library would reserve
    # gigabytes when a header of five bytes declares them; here each count and
    # length is looked at first. Whatever is wrong is a ProtocolError.
    class Content
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

      # Begins with bytes[start, size]. Returns the number of elements.
      def open(bytes, start, size)
        @bytes = bytes
        @place = start
        @finish = start + size
        @left = ELEMENTS_MAX
        count
      end

      # All elements have been read: there is nothing behind them.
      def close
        refuse("a message of another size") unless @place == @finish
      end

      def integer
        tag = byte
        return tag if tag < 0x80
        return tag - 0x100 if tag >= 0xe0

        written = NUMBERS[tag]
        written ? number(*written) : BOOLEANS[tag] || refuse("no integer")
      end

      # At most so many, as a copy.
      def bytes(most)
        tag = byte
        if (written = LENGTHS[tag]) then size = number(*written)
        elsif (tag & 0xe0) == 0xa0 then size = tag & 0x1f
        else
          refuse("no bytes")
        end
        refuse("too many bytes") if size > most

        Bytes.slice(@bytes, pass(size), size)
      end

      # An array of bytes.
      def list
        Array.new(count) { bytes(FRAME_MAX) }
      end

      # An element of any type.
      def skip
        array?(peek) ? count.times { skip_one } : skip_one
      end

      private

      def skip_one
        tag = peek
        LENGTHS.key?(tag) || (tag & 0xe0) == 0xa0 ? bytes(FRAME_MAX) : integer
      end

      # How many elements an array has that begins here.
      def count
        tag = byte
        refuse("no array") unless array?(tag)
        count = (written = COUNTS[tag]) ? number(*written) : tag & 0x0f
        @left -= count
        refuse("too many elements") if @left.negative?
        count
      end

      def array?(tag)
        (tag & 0xf0) == 0x90 || COUNTS.key?(tag)
      end

      def peek
        @bytes.getbyte(@place) || refuse("a message that is cut off")
      end

      # One beyond the frame's end is noticed by close.
      def byte
        byte = peek
        @place += 1
        byte
      end

      def number(format, width)
        @bytes.unpack1(format, offset: pass(width))
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
