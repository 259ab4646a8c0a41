# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The stream that a streaming body of Rack 3 is called with. What is written
  # is sent at once. The response ends when the body's call returns, whether or
  # not it has closed the stream.
  class RackStream
    def initialize(request, input)
      @request = request
      @input = input
      @readable = @writable = true
    end

    # As IO#read: reads the request's body.
    def read(...)
      raise IOError, "not opened for reading" unless @readable

      @input.read(...)
    end

    def write(*data)
      raise IOError, "not opened for writing" unless @writable

      size = @request.write(*data)
      @request.flush
      size
    end

    def <<(data)
      write(data)
      self
    end

    def flush
      @request.flush if @writable
      self
    end

    def close_read
      @readable = false
    end

    def close_write
      @writable = false
    end

    def close
      close_read
      close_write
    end

    def closed?
      !@readable && !@writable
    end
  end
end
