# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The part of a request's body that has come and was not read yet. Its memory
  # is freed as soon as it is read; see Bytes.
  class BodyBuffer
    # source has read_piece, which returns bytes, or nil at the end.
    def initialize(source)
      @source = source
      @bytes = String.new
      @place = 0
    end

    def size
      @bytes.bytesize - @place
    end

    # Reads another piece. Returns whether there was one.
    def more
      raise IOError, "the request is over" unless @source

      piece = @source.read_piece or return false
      add(piece)
      true
    end

    # Removes and returns so many bytes, or all if there are fewer.
    def take(most)
      if @place.zero? && most >= @bytes.bytesize
        bytes = @bytes
        @bytes = String.new
        return bytes
      end
      bytes = Bytes.slice(@bytes, @place, most)
      @place += bytes.bytesize
      bytes
    end

    # Reads up to the separator (nil: to the end), up to so many bytes (nil: no
    # limit) or up to the end, and returns how many bytes that are.
    def line_size(separator, limit)
      searched = 0
      loop do
        found = find(separator, searched)
        found = limit if limit && limit <= (found || size)
        return found if found

        searched = [size - separator.bytesize + 1, 0].max if separator
        return size unless more
      end
    end

    def skip_newlines
      take(1) while (size.positive? || more) && @bytes.getbyte(@place) == 10
    end

    # Discards the rest.
    def close
      @source = nil
      @bytes = String.new
      @place = 0
    end

    private

    def add(piece)
      if size.zero?
        @bytes.clear
        @bytes = piece
      else
        @bytes = Bytes.cut(@bytes, @place) if @place.positive?
        @bytes << piece
        piece.clear
      end
      @place = 0
    end

    def find(separator, searched)
      at = separator && @bytes.index(separator, @place + searched)
      at && (at + separator.bytesize - @place)
    end
  end
end
