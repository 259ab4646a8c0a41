# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # A request to this script. Answer it with respond, or with start, write and
  # finish. It is over when the block returns, and belongs to its thread.
  class Request
    LEVELS = %i[emergency alert critical error warning notice info debug]
             .each_with_index.to_h.freeze
    SORRY = "The server met an error and could not answer.\n"

    # Most interim responses that httpd takes for a request.
    INFO_MAX = 16

    def initialize(transport)
      @transport = transport
    end

    # ---- the request

    # The CGI variables (of RFC 3875, and those of httpd), a Hash.
    def env
      @env ||= transport.env
    end

    # "GET", "POST", …
    def method
      env.fetch("REQUEST_METHOD", "")
    end

    # The part of the URL before path: that of the script, or that of the folder
    # of an application. Decoded, as path is. Empty for the root.
    def mount
      env.fetch("SCRIPT_NAME", "")
    end

    # The part of the URL after mount.
    def path
      env.fetch("PATH_INFO", "")
    end

    # The part of the URL after the first ?, as the client sent it:
    # URI.decode_www_form parses it. Empty if there is no such part.
    def query
      env.fetch("QUERY_STRING", "")
    end

    # The request's body, for reading; see Body.
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

    # Whether the client has gone or the soft deadline has passed.
    def cancelled?
      transport.cancelled?
    end
    alias cancelled cancelled?

    # Seconds until the soft deadline; nil if there is none.
    def time_left
      transport.time_left
    end

    # ---- the response

    # Sends the whole response. headers is a Hash, in which an Array stands for
    # several headers of one name, or an Array of pairs.
    def respond(status, headers = {}, body = "")
      response.whole(status, headers, body.b)
    end

    # Starts a response whose body is sent by write.
    def start(status, headers = {})
      response.start(status, headers)
    end

    # Writes to the body. Small pieces are collected until flush.
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
    # offset on, or all up to the end of the file. file is an IO, or has to_io,
    # and is open for reading. It may be closed afterwards, but must not get
    # shorter before the client has it. httpd reads the file, not this process.
    # If the part is all of the body, httpd has the length and can serve ranges
    # of it, and a 200 gets ETag and Last-Modified from the file's time, each
    # unless it is set: httpd then also answers what the client has already with
    # 304. Raises Errno::EISDIR for a directory, ESPIPE for another file that is
    # not regular, EBADF if it can't be read, ERANGE if it has no such part.
    def send_file(file, offset = 0, length = nil)
      response.send_file(file, offset, length)
    end

    # Sends what was written.
    def flush
      response.flush
      self
    end

    # Ends a response that was started, as returning from the block does. Only
    # clients of HTTP/2 get the trailers.
    def finish(trailers = {})
      response.finish(trailers)
    end

    # Sends an interim response, 103 (RFC 8297), before the response. Raises
    # RuntimeError for more than 16 in a request, as httpd takes no more.
    def early_hints(headers)
      raise "the response has been started before" unless response.new?

      fields = HeaderFields.pack(headers)
      @informed = @informed.to_i + 1
      raise "more than #{INFO_MAX} interim responses" if @informed > INFO_MAX

      transport.send_info(103, fields)
    end

    # Writes to httpd's error log, under this request's id. level is one of RFC
    # 5424, :emergency (0) … :warning … :debug (7). Raises ArgumentError for
    # others.
    def log(text, level = :warning)
      number = LEVELS.fetch(level, level)
      raise ArgumentError, "no level for a log: #{level.inspect}" unless
        (0..7).cover?(number)

      transport.send_log(number, text)
    end

    # Calls the block when the client has its response, or if it will get none.
    # The worker takes no other request in this thread before the block has
    # returned. An exception is logged. Several blocks are called in the order
    # of registration. Raises RuntimeError if the response has ended.
    def after_response(&block)
      raise "the response has ended" if response.ended?

      (@after ||= []) << block
      response.work_follows
    end

    # ---- for the loops, not for scripts

    # @api private
    # Returns a new Hash for a Rack application: of common, of the variables,
    # which outrank it, and of own. Both are flat Arrays of keys and values;
    # common should always be the same one. Values of variables are binary, and
    # frozen if all requests have them from the server. Yields the Hash if the
    # scheme, the paths or the coding of the body are not the usual ones.
    def rack_env(common, own)
      made = Hash[*common].update(env.transform_values(&:b)).update(Hash[*own])
      yield made
      made
    end

    # @api private
    # Sends the answer of a Rack application if it is simple, and returns
    # whether it has done so. Only that of a worker has a short way for it.
    def respond_simply(_answer)
      false
    end

    # @api private
    def response
      @response ||= Response.new(transport)
    end

    # @api private
    # The block has returned: ends the response.
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
    # The block has raised: sends 500, or aborts the client's stream.
    def fail(error)
      late = error.is_a?(DeadlineExceeded)
      report(error) unless late && response.ended?
      response.fail(late ? 504 : 500, SORRY)
    rescue ClientGone
      nil
    end

    # @api private
    # The block was left by break or throw: a response that has not ended is
    # aborted.
    def give_up
      response.fail(500, SORRY)
    rescue ClientGone
      nil
    end

    # @api private
    # Makes every further use of the request fail, wherever the script keeps it.
    def close
      @body&.close
      @response = nil
      @transport = nil
    end

    # @api private
    # Calls the blocks of after_response.
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

    # Logs an exception, except those that end the worker and ClientGone.
    def report(error)
      case error
      when ClientGone, SystemExit, SignalException then nil
      else
        transport.send_log(LEVELS[:error], PersistWorker.traceback(error))
      end
    end
  end
end
