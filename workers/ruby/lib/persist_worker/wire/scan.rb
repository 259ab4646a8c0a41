# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  module Wire
    # Looks at a frame before the msgpack library does, which reserves gigabytes
    # when a header of five bytes declares them: types, counts, lengths,
    # nesting, and that the array fills the frame exactly.
    module Scan
      ELEMENTS_MAX = 1024

      # Bytes behind the first one, of values whose size that byte tells:
      # integers, booleans, short strings.
      SIZES = Array.new(256).tap do |sizes|
        sizes.fill(0, 0x00..0x7f)
        sizes.fill(0, 0xe0..0xff)
        sizes.fill(0xa0..0xbf) { |tag| tag & 0x1f }
        sizes.fill(0, 0xc2..0xc3)
        [1, 2, 4, 8].each_with_index do |size, i|
          sizes[0xcc + i] = sizes[0xd0 + i] = size
        end
      end.freeze

      # Bytes of the length, of strings that have one: bin, then str 8, 16, 32.
      WIDTHS = { 0xc4 => 1, 0xc5 => 2, 0xc6 => 4,
                 0xd9 => 1, 0xda => 2, 0xdb => 4 }.freeze

      UNPACK = { 1 => "C", 2 => "n", 4 => "N" }.freeze

      module_function

      # Raises ProtocolError unless bytes[start, size] is a legal message.
      def check(bytes, start, size)
        finish = start + size
        place, fields = open_array(bytes, start)
        left = spend(ELEMENTS_MAX, fields)
        fields.times do
          place, left = skip_field(bytes, place, left)
          refuse("values beyond the frame") if place > finish
        end
        refuse("bytes behind the message") unless place == finish
      end

      # Returns the place behind the field, and how many elements are left.
      def skip_field(bytes, place, left)
        tag = bytes.getbyte(place)
        return [skip(bytes, place, tag), left] unless array?(tag)

        place, items = open_array(bytes, place)
        left = spend(left, items)
        items.times { place = skip(bytes, place, bytes.getbyte(place)) }
        [place, left]
      end

      def skip(bytes, place, tag)
        size = tag && SIZES[tag]
        return place + 1 + size if size

        width = WIDTHS[tag] || refuse("a value of an unknown type")
        place + 1 + width + number(bytes, place + 1, width)
      end

      # Returns the place of the first element, and how many there are.
      def open_array(bytes, place)
        tag = bytes.getbyte(place)
        case tag
        when 0x90..0x9f then [place + 1, tag & 0x0f]
        when 0xdc then [place + 3, number(bytes, place + 1, 2)]
        when 0xdd then [place + 5, number(bytes, place + 1, 4)]
        else refuse("no array")
        end
      end

      def array?(tag)
        tag && ((tag & 0xf0) == 0x90 || tag == 0xdc || tag == 0xdd)
      end

      def number(bytes, place, width)
        refuse("a value is cut off") if place + width > bytes.bytesize
        bytes.unpack1(UNPACK[width], offset: place)
      end

      def spend(left, count)
        refuse("too many elements") if count > left
        left - count
      end

      def refuse(what)
        raise ProtocolError, what
      end
    end
  end
end
