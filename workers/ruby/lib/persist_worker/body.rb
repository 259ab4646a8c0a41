# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request's body, an IO for reading. The client is read only when the
  # script reads, and little more is kept than the script asks for, so it cannot
  # rewind. All strings are binary.
  class Body
    include Enumerable

    # After so many bytes given to the script, a garbage collection frees those
    # that it no longer uses; after more bytes if there are many other objects
    # to sweep. The strings are young, so a minor collection finds them, at a
    # fiftieth of the cost. Ruby itself would let the process grow by a hundred
    # megabytes first.
    COLLECT = 2 << 20
    SLOT = 40

    # source: see BodyBuffer. Nothing else is made here, because most requests
    # have no body.
    def initialize(source)
      @source = source
    end

    # As IO#lineno: the number of lines that were read.
    def lineno
      @lineno.to_i
    end

    # As IO#read: returns length bytes, fewer only at the end; without length,
    # all.
    def read(length = nil, out = nil)
      raise ArgumentError, "negative length #{length}" if length&.negative?

      bytes = read_length(length || Float::INFINITY)
      bytes = nil if bytes.empty? && length&.positive?
      give(bytes, out)
    end

    # Returns what is there, at most so many bytes; waits when nothing is there.
    # Raises EOFError at the end.
    def readpartial(most, out = nil)
      raise EOFError, "end of the request's body" if most.positive? && eof?

      give(buffer.take(most), out)
    end

    # As IO#gets. A separator of nil reads all, "" up to an empty line.
    def gets(separator = "\n", limit = nil, chomp: false)
      return gets("\n", separator, chomp:) if separator.is_a?(Integer)

      line = separator == "" ? paragraph(limit) : next_line(separator, limit)
      return if line.empty?

      @lineno = lineno + 1
      line = line.chomp(separator) if chomp && separator
      give(line)
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
      buffer.size.zero? && !buffer.more
    end
    alias eof eof?

    # The body cannot be read again, so this and the other ways to move fail.
    def rewind
      raise Errno::ESPIPE, "the request's body"
    end
    alias seek rewind

    # Methods that old CGI code may call on its standard input.
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

    # Makes reads fail: the request is over.
    def close
      @source = nil
      @buffer&.close
    end

    def closed?
      @source.nil?
    end

    private

    def buffer
      @buffer ||= BodyBuffer.new(@source)
    end

    # A piece that is all of the result is not copied.
    def read_length(length)
      buffer.more if buffer.size.zero? && length.positive?
      bytes = take(length)
      while bytes.bytesize < length && buffer.more
        piece = take(length - bytes.bytesize)
        bytes << piece
        piece.clear
      end
      bytes
    end

    def take(most)
      buffer.take([most, buffer.size].min)
    end

    def next_line(separator, limit)
      buffer.take(buffer.line_size(separator&.b, limit))
    end

    def paragraph(limit)
      buffer.skip_newlines
      next_line("\n\n", limit).tap { buffer.skip_newlines }
    end

    # Returns the bytes, or the script's own buffer with them; then there is
    # nothing to collect.
    def give(bytes, out = nil)
      if out.nil?
        collect(bytes.bytesize) if bytes
        return bytes
      end
      out.clear.force_encoding(Encoding::BINARY)
      return unless bytes

      out << bytes
      bytes.clear
      out
    end

    def collect(size)
      @given = @given.to_i + size
      return if @given < COLLECT || @given < SLOT * GC.stat(:heap_live_slots)

      @given = 0
      GC.start(full_mark: false)
    end
  end
end
