# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request of a CGI program: the plain way for a Request to read and to
  # answer, by the environment, standard input and standard output.
  class PlainExchange
    READ = 64 << 10
    REASONS = {
      200 => "OK", 201 => "Created", 202 => "Accepted", 204 => "No Content",
      206 => "Partial Content", 301 => "Moved Permanently", 302 => "Found",
      303 => "See Other", 304 => "Not Modified", 307 => "Temporary Redirect",
      308 => "Permanent Redirect", 400 => "Bad Request",
      401 => "Unauthorized", 403 => "Forbidden", 404 => "Not Found",
      405 => "Method Not Allowed", 409 => "Conflict", 410 => "Gone",
      413 => "Request Entity Too Large", 415 => "Unsupported Media Type",
      422 => "Unprocessable Entity", 429 => "Too Many Requests",
      500 => "Internal Server Error", 501 => "Not Implemented",
      502 => "Bad Gateway", 503 => "Service Unavailable",
      504 => "Gateway Timeout"
    }.freeze

    # What httpd drops from the response of a worker.
    DROPPED = %w[connection keep-alive status te trailer transfer-encoding
                 upgrade].freeze

    attr_reader :env

    # Answers the one request of this process.
    def self.serve(handler, exchange)
      request = Request.new(exchange)
      handler.call(request)
      request.complete
    rescue StandardError, ScriptError, SystemExit => e
      request.fail(e)
      raise if e.is_a?(SystemExit)
    ensure
      request.run_after
    end

    def initialize(env = ENV.to_h, input = $stdin, output = $stdout)
      @env = env
      @input = input.binmode
      @output = output.binmode
      @left = Integer(env["CONTENT_LENGTH"], 10, exception: false)
      @ended = false
    end

    def id
      env.fetch("UNIQUE_ID", "-")
    end

    def deadline
      nil
    end

    def gone?
      false
    end
    alias cancelled? gone?

    # Up to CONTENT_LENGTH, or without one to the end.
    def read_piece
      return if @left&.zero?

      bytes = @input.readpartial([READ, @left].compact.min)
      @left -= bytes.bytesize if @left
      bytes
    rescue EOFError
      raise BodyBroken, "the client's body is cut off" if @left&.positive?
    end

    def send_info(_status, _headers)
      nil # a CGI program has no way to say it
    end

    def send_whole(status, headers, body, cgi:, after:)
      send_head(status, headers, body, cgi:)
      finish if after
    end

    def send_head(status, headers, body, **)
      print_out(head("Status:", status, headers) << body)
    end

    def send_piece(bytes)
      print_out(bytes)
    end

    def send_last(bytes, after:, **)
      print_out(bytes)
      finish if after
    end

    # All that a CGI program can do is to end.
    def send_abort(**)
      exit!(1)
    end

    def log(_level, text)
      warn(text)
    end

    private

    def head(start, status, headers)
      lines = ["#{start} #{status} #{REASONS[status]}".rstrip]
      headers.each_slice(2) do |name, value|
        lines << "#{name}: #{value}" unless DROPPED.include?(name.downcase)
      end
      lines.map { |line| "#{line}\r\n" }.join.b << "\r\n"
    end

    def print_out(bytes)
      @output.write(bytes)
      @output.flush
    rescue Errno::EPIPE
      raise ClientGone
    end

    # The server has all of it when nobody holds standard output any more.
    def finish
      @output.reopen(IO::NULL, "w")
    end
  end
end
