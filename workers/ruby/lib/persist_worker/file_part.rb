# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "fcntl"

module PersistWorker
  # A part of a regular file that send_file adds to a response. It has its own
  # descriptor, so the script may close the file.
  class FilePart
    PIECE = 64 << 10
    HTTP_DATE = "%a, %d %b %Y %H:%M:%S GMT" # RFC 9110, 5.6.7

    attr_reader :offset, :length

    # file is an open IO, or has to_io. With a length of nil the part ends at
    # the end of the file. Raises SystemCallError: EISDIR for a directory,
    # ESPIPE for another file that is not regular, EBADF if it can't be read,
    # ERANGE if it has no such part.
    def initialize(file, offset, length)
      io = file.to_io
      check_kind(io)
      io.flush # what the script has written is there
      about = io.stat
      size = about.size
      @changed = about.mtime
      raise Errno::ERANGE unless (0..size).cover?(offset)

      @offset = offset
      @length = length || (size - offset)
      raise Errno::ERANGE unless (0..(size - offset)).cover?(@length)

      # Unlike dup, this does not change the script's position in the file.
      # for_fd makes sure that child processes don't inherit the descriptor.
      @io = IO.for_fd(io.fcntl(Fcntl::F_DUPFD, 3), "rb")
    end

    # Returns the IO whose descriptor is passed.
    def to_io
      @io
    end

    # Returns the headers that workers/core/pw_validators.c makes, too.
    def validators
      return {} unless @changed.to_i.positive?

      now = Time.now
      weak = "W/" unless now - @changed > 1
      changed = ((@changed.to_i * 1_000_000_000) + @changed.nsec) % (1 << 64)
      tag = [offset, length, changed].map { |number| number.to_s(16) }.join("-")
      { "ETag" => "#{weak}\"#{tag}\"",
        "Last-Modified" => [now, @changed].min.utc.strftime(HTTP_DATE) }
    end

    # Yields the bytes piece by piece, in one buffer; see Bytes. Raises
    # Errno::ERANGE if the file has become shorter.
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
