# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "forwardable"
require "stringio"
require "tempfile"

module PersistWorker
  # rack.input of Rack 3: the client is read only when the application reads, so
  # there is no rewind.
  class RackInput
    extend Forwardable

    def_delegators :io, :gets, :each, :read, :readpartial, :eof?, :binmode,
                   :external_encoding

    def initialize(request)
      @request = request
    end

    # The application may say that it reads no more. The body is the worker's.
    def close
      nil
    end

    # Frees what the input has stored. The request is over.
    def release
      nil
    end

    # Adds what the application must know beforehand.
    def announce(_env)
      nil
    end

    private

    def io
      @request.body
    end
  end

  # rack.input of Rack 2, which must rewind. The first call reads the whole
  # body: into memory, or into a file if it is large.
  class RewindableInput < RackInput
    MEMORY = 112 << 10 # as Puma

    def_delegators :io, :rewind, :seek, :pos, :size, :getc, :getbyte

    def release
      @io&.close
    end

    # Rails before 7.1 reads a body only up to its CONTENT_LENGTH, which one in
    # chunks does not have. With a length it is in chunks no more.
    def announce(env)
      return unless env.delete("HTTP_TRANSFER_ENCODING")

      env["CONTENT_LENGTH"] ||= io.size.to_s
    end

    private

    def io
      @io ||= spool(@request.body.read(MEMORY + 1) || "".b)
    end

    def spool(start)
      return StringIO.new(start).binmode if start.bytesize <= MEMORY

      file = Tempfile.new("persist_worker", binmode: true)
      file.unlink # or it would outlive a worker that is killed
      file.write(start)
      IO.copy_stream(@request.body, file)
      file.rewind
      file
    end
  end
end
