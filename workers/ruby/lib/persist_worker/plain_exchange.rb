# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request of a CGI program. It reads and answers by the environment,
  # standard input and standard output.
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

    # The headers that httpd removes from the response of a worker.
    DROPPED = %w[connection keep-alive te trailer transfer-encoding
                 upgrade].freeze

    attr_reader :env

    # Returns standard input and output, for a request and its response. They
    # are then set as in a worker: what the script or its child processes print
    # by mistake goes to the error log. The script may have put other objects in
    # the place of $stdin and $stdout.
    def self.take_stdio
      taken = [STDIN.dup, STDOUT.dup]
      STDIN.reopen(IO::NULL)
      STDOUT.reopen(STDERR)
      STDOUT.sync = true
      taken
    end

    # input and output are closed with the response.
    def initialize(env, input, output)
      @env = env
      @input = input.binmode
      @output = output.binmode
      @left = Integer(env["CONTENT_LENGTH"], 10, exception: false)
      @body_follows = env["REQUEST_METHOD"] != "HEAD"
      @aborted = false
    end

    def request_id
      env.fetch("UNIQUE_ID") { Process.pid.to_s }
    end

    def time_left
      nil
    end

    def gone?
      false
    end
    alias cancelled? gone?

    # Whether the response was left in the middle.
    def aborted?
      @aborted
    end

    # Reads up to CONTENT_LENGTH, or without it up to the end.
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

    # Adds Content-Length: under CGI no other program does.
    def send_whole(status, block, body, flags)
      block += "Content-Length\0#{body.bytesize}\0" unless
        Response::BODILESS.include?(status) ||
        HeaderFields.name?(block, "content-length")
      send_head(status, block, flags)
      send_piece(body)
      finish
    end

    def send_head(status, block, flags)
      @body_follows &&= !Response::BODILESS.include?(status)
      headers = HeaderFields.split(block)
      print_out(head(status, headers, cgi: flags.anybits?(Response::CGI)))
    end

    def send_held
      nil # what was sent is under way
    end

    def send_piece(bytes)
      print_out(bytes) if @body_follows
    end

    def send_file_part(part)
      part.each_piece { |bytes| send_piece(bytes) } if @body_follows
    end

    def send_last(_trailers, _flags)
      finish
    end

    # A CGI program can only end, and report a failure by its exit status.
    def send_abort(_flags)
      @aborted = true
      finish
    end

    def send_log(_level, text)
      warn(text)
    end

    private

    # Old CGI code prints its own Status where that is not 200.
    def head(status, headers, cgi:)
      said = cgi && (status == 200 || name?(headers, "status"))
      lines(("Status: #{reason(status)}" unless said), headers,
            *("status" unless cgi))
    end

    # Returns a head with this first line, without the headers in dropped.
    def lines(first, headers, *dropped)
      dropped += DROPPED
      lines = [*first]
      headers.each do |name, value|
        lines << "#{name}: #{value}" unless dropped.include?(name.downcase)
      end
      lines.map { |line| "#{line}\r\n".b }.join << "\r\n"
    end

    def name?(headers, name)
      headers.any? { |key, _| key.casecmp?(name) }
    end

    def reason(status)
      "#{status} #{REASONS[status]}".rstrip
    end

    def print_out(bytes)
      @output.write(bytes)
      @output.flush
    rescue Errno::EPIPE
      raise ClientGone
    end

    # Closes input and output, which may be one socket: the server sees the end
    # of the response when no process has its other end open.
    def finish
      @left = 0
      @input.close
      @output.close
    end
  end
end
