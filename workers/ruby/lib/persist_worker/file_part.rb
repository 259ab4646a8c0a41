# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "fcntl"

module PersistWorker
  # Some bytes of a regular file on their way into a response: send_file. It has
  # a descriptor of its own, so the script may close the file.
  class FilePart
    PIECE = 64 << 10

    attr_reader :offset, :length

    # file is an open IO, or has to_io; a length of nil means up to its end.
    # SystemCallError: EISDIR, ESPIPE for what has no offsets, EBADF for what
    # can't be read, ERANGE for more than there is.
    def initialize(file, offset, length)
      io = file.to_io
      check_kind(io)
      io.flush # what the script has written is there
      size = io.stat.size
      raise Errno::ERANGE unless (0..size).cover?(offset)

      @offset = offset
      @length = length || (size - offset)
      raise Errno::ERANGE unless (0..(size - offset)).cover?(@length)

      # Unlike dup, this leaves the script's own place in the file alone; for_fd
      # sees to it that children don't inherit it.
      @io = IO.for_fd(io.fcntl(Fcntl::F_DUPFD, 3), "rb")
    end

    # Its descriptor is what is passed.
    def to_io
      @io
    end

    # Yields the bytes piece by piece, in one buffer; see Bytes.
    # Errno::ERANGE: the file has become shorter.
    def each_piece
      piece = String.new(capacity: PIECE)
      place = offset
      left = length
      while left.positive?
        @io.pread([PIECE, left].min, place, piece)
        yield piece
        place += piece.bytesize
        left -= piece.bytesize
      end
    rescue EOFError
      raise Errno::ERANGE
    end

    def close
      @io.close
    end

    private

    def check_kind(io)
      about = io.stat
      raise Errno::EISDIR if about.directory?
      raise Errno::ESPIPE unless about.file?

      mode = io.fcntl(Fcntl::F_GETFL) & Fcntl::O_ACCMODE
      raise Errno::EBADF if mode == Fcntl::O_WRONLY
    end
  end
end
