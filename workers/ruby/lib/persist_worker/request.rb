# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # A request to this script. Answer it with respond, or with start, write and
  # finish. It is over when the block returns, and belongs to its thread.
  class Request
    LEVELS = %i[emergency alert critical error warning notice info debug]
             .each_with_index.to_h.freeze
    SORRY = "The server met an error and could not answer.\n"

    # As many as httpd takes of one.
    INFO_MAX = 16

    def initialize(transport)
      @transport = transport
    end

    # ---- what is asked

    # The CGI variables (RFC 3875 and httpd's own), a Hash.
    def env
      @env ||= transport.env
    end

    # "GET", "POST", …
    def method
      env.fetch("REQUEST_METHOD", "")
    end

    # What follows the script's name in the URL.
    def path
      env.fetch("PATH_INFO", "")
    end

    # What follows the first ? in the URL, as it came: URI.decode_www_form takes
    # it apart. Empty if nothing follows.
    def query
      env.fetch("QUERY_STRING", "")
    end

    # The request's body, to read from; see Body.
    def body
      @body ||= Body.new(transport)
    end

    # The request's headers; see Headers.
    def headers
      Headers.new(env)
    end

    # The id under which httpd logs this request.
    def request_id
      transport.request_id
    end

    # Whether nobody waits for the response any more, or its time is over.
    def cancelled?
      transport.cancelled?
    end
    alias cancelled cancelled?

    # Seconds until the soft deadline, nil if there is none.
    def time_left
      transport.time_left
    end

    # ---- what is answered

    # Sends the whole response. headers is a Hash, in which an Array stands for
    # several of one name, or an Array of pairs.
    def respond(status, headers = {}, body = "")
      response.whole(status, headers, body.b)
    end

    # Begins a response whose body comes by write.
    def start(status, headers = {})
      response.start(status, headers)
    end

    # Writes to the body. Small pieces are gathered until flush.
    def write(*data)
      data.sum do |piece|
        bytes = piece.to_s.b
        response.write(bytes)
        bytes.bytesize
      end
    end

    def <<(data)
      write(data)
      self
    end

    # Sends a part of a regular file as a piece of the body: length bytes from
    # offset on, or all up to its end. file is open for reading (an IO, or what
    # has to_io); it may be closed afterwards, but must not get shorter before
    # the client has it. httpd reads it, not this process; if it is all of the
    # body, httpd knows the length and serves ranges of it. Errno::EISDIR,
    # ESPIPE for what has no offsets, EBADF for what can't be read, ERANGE for
    # more than there is.
    def send_file(file, offset = 0, length = nil)
      response.send_file(file, offset, length)
    end

    # Lets the client have what was written.
    def flush
      response.flush
      self
    end

    # Ends a response that was started; returning does the same. HTTP/1.1 sends
    # no trailers.
    def finish(trailers = {})
      response.finish(trailers)
    end

    # Sends an interim response, 103 (RFC 8297), before the response. httpd
    # takes 16 for a request: a RuntimeError for more.
    def early_hints(headers)
      raise "the response has been started before" unless response.new?

      fields = HeaderFields.pack(headers)
      @informed = @informed.to_i + 1
      raise "more than #{INFO_MAX} interim responses" if @informed > INFO_MAX

      transport.send_info(103, fields)
    end

    # Writes to httpd's error log, under this request's id. level is one of RFC
    # 5424, :emergency (0) … :warning … :debug (7), else an ArgumentError.
    def log(text, level = :warning)
      number = LEVELS.fetch(level, level)
      raise ArgumentError, "no level for a log: #{level.inspect}" unless
        (0..7).cover?(number)

      transport.send_log(number, text)
    end

    # Calls the block when the client has its response, or will have none. The
    # worker takes no other request in this thread before it returns; what it
    # raises is logged. To be called before the response ends, else a
    # RuntimeError; several blocks are called in their order.
    def after_response(&block)
      raise "the response has ended" if response.ended?

      (@after ||= []) << block
      response.work_follows
    end

    # ---- for the loops, not for scripts

    # @api private
    def response
      @response ||= Response.new(transport)
    end

    # @api private
    # The block has returned: what it has begun is ended.
    def complete
      if response.new?
        transport.send_log(LEVELS[:error], "the script has not answered")
        response.fail(500, SORRY)
      elsif !response.ended?
        response.finish
      end
    rescue ClientGone
      nil
    end

    # @api private
    # The block has raised: 500, or the client's stream is aborted.
    def fail(error)
      late = error.is_a?(DeadlineExceeded)
      report(error) unless late && response.ended?
      response.fail(late ? 504 : 500, SORRY)
    rescue ClientGone
      nil
    end

    # @api private
    # The block was left by break or throw: what it has not ended is not whole.
    def give_up
      response.fail(500, SORRY)
    rescue ClientGone
      nil
    end

    # @api private
    # Nothing of the request can be used any more, wherever it is kept.
    def close
      @body&.close
      @response = nil
      @transport = nil
    end

    # @api private
    # Does what was to be done after the response.
    def run_after
      @after&.each do |block|
        block.call
      rescue StandardError, ScriptError => e
        warn(PersistWorker.traceback(e))
      end
    end

    private

    def transport
      @transport || raise("the request is over")
    end

    # To leave is no error, nor is it one when somebody else has left.
    def report(error)
      case error
      when ClientGone, SystemExit, SignalException then nil
      else
        transport.send_log(LEVELS[:error], PersistWorker.traceback(error))
      end
    end
  end
end
