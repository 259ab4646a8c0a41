# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request's body, an IO to read from. Nothing is asked of the client
  # before the script reads, and little more is kept than it asks for; so there
  # is no way back (rewind). All strings are binary.
  class Body
    include Enumerable

    attr_reader :lineno

    # source has read_piece, which gives bytes, and nil at the end.
    def initialize(source)
      @source = source
      @bytes = String.new
      @place = 0
      @lineno = 0
    end

    # As IO#read: length bytes, fewer only at the end; without it, all.
    def read(length = nil, out = nil)
      return replace(out, take_all) unless length
      raise ArgumentError, "negative length #{length}" if length.negative?

      nil while left < length && more
      bytes = take(length)
      bytes = nil if bytes.empty? && length.positive?
      replace(out, bytes)
    end

    # What is there, and at most so much; waits when nothing is. EOFError.
    def readpartial(most, out = nil)
      return replace(out, String.new) if most.zero?
      raise EOFError, "end of the request's body" if eof?

      replace(out, take(most))
    end

    # As IO#gets. A separator of nil reads all, "" up to an empty line.
    def gets(separator = "\n", limit = nil, chomp: false)
      return gets("\n", separator, chomp:) if separator.is_a?(Integer)

      line = separator == "" ? paragraph(limit) : next_line(separator, limit)
      return if line.empty?

      @lineno += 1
      chomp && separator ? line.chomp(separator) : line
    end

    def readline(...)
      gets(...) || raise(EOFError, "end of the request's body")
    end

    def each_line(*arguments, **options)
      return to_enum(:each_line, *arguments, **options) unless block_given?

      while (line = gets(*arguments, **options))
        yield line
      end
      self
    end
    alias each each_line

    def readlines(...)
      each_line(...).to_a
    end

    def getc
      read(1)
    end

    def getbyte
      read(1)&.ord
    end

    def each_byte
      return to_enum(:each_byte) unless block_given?

      while (byte = getbyte)
        yield byte
      end
      self
    end

    def eof?
      left.zero? && !more
    end
    alias eof eof?

    # There is no way back, and no other place to go.
    def rewind
      raise Errno::ESPIPE, "the request's body"
    end
    alias seek rewind

    # What old CGI code may ask of its standard input.
    def binmode
      self
    end

    def set_encoding(*)
      self
    end

    def external_encoding
      Encoding::BINARY
    end

    def tty?
      false
    end
    alias isatty tty?

    def sync
      true
    end

    # The request is over: what is left of the body is nobody's.
    def close
      @source = nil
      @bytes = String.new
      @place = 0
    end

    def closed?
      @source.nil?
    end

    private

    def left
      @bytes.bytesize - @place
    end

    # Reads on, and says whether there was more.
    def more
      raise IOError, "the request is over" unless @source

      piece = @source.read_piece or return false
      if left.zero?
        @bytes = piece
      else
        @bytes = @bytes.byteslice(@place..) if @place.positive?
        @bytes << piece
      end
      @place = 0
      true
    end

    def take(most)
      if @place.zero? && most >= @bytes.bytesize
        bytes = @bytes
        @bytes = String.new
        return bytes
      end
      bytes = @bytes.byteslice(@place, most)
      @place += bytes.bytesize
      bytes
    end

    def take_all
      nil while more
      take(left)
    end

    def next_line(separator, limit)
      take(line_size(separator&.b, limit))
    end

    def paragraph(limit)
      skip_newlines
      next_line("\n\n", limit).tap { skip_newlines }
    end

    # How many bytes the next line has.
    def line_size(separator, limit)
      searched = 0
      loop do
        size = found_size(separator, searched)
        size = limit if limit && limit <= (size || left)
        return size if size

        searched = [left - separator.bytesize + 1, 0].max if separator
        return left unless more
      end
    end

    def found_size(separator, searched)
      at = separator && @bytes.index(separator, @place + searched)
      at && (at + separator.bytesize - @place)
    end

    def skip_newlines
      take(1) while (left.positive? || more) && @bytes.getbyte(@place) == 10
    end

    def replace(out, bytes)
      return bytes unless out

      out.replace(bytes || "")
      bytes && out
    end
  end
end
