# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Sends what a Rack application has returned, by the kind of its body.
  class RackResponse
    BODILESS = [204, 304].freeze

    # answer: status, headers and body. finish: a RackFinish.
    def initialize(request, env, answer, finish)
      status, headers, body = @answer = answer
      @request = request
      @env = env
      @status = status.to_i
      @headers = RackHeaders.fields(headers)
      @body = RackHeaders.chunked?(@headers) ? RackChunks.new(body) : body
      @finish = finish
    end

    # Returns when the response has ended. The caller closes the body.
    def send_all
      send_by_kind
    ensure
      @file&.close
    end

    private

    def send_by_kind
      return whole("") if BODILESS.include?(@status)
      return whole(joined(pieces)) if pieces

      start
      send_parts
      prepare_end
      @request.finish
    end

    def send_parts
      return @request.send_file(@file) if open_file
      return send_pieces if @body.respond_to?(:each)
      return send_stream if @body.respond_to?(:call)

      raise TypeError, "no body of a response: #{@body.class}"
    end

    def whole(body)
      prepare_end
      @request.respond(@status, @headers, body)
    end

    # The body may have added callbacks.
    def prepare_end
      status, headers, = @answer
      @finish.after(@env, status, headers)
    end

    # All of a body that is there already. Before Rack 3 to_ary may return nil:
    # that of Rails 6.1 does, and has its pieces by each, or is a file.
    def pieces
      @pieces ||= @body.to_ary if @body.respond_to?(:to_ary)
    end

    def joined(pieces)
      pieces.size == 1 ? pieces.first : pieces.map(&:b).join
    end

    # Opens the file that the body says it is, and returns whether it can be
    # passed to httpd. With another status than 200 the body may be a part of
    # the file (206). Another process may have removed the file since; the body
    # still has its bytes then. Files of /proc have a size of 0, and have bytes.
    def open_file
      return unless @status == 200 && @body.respond_to?(:to_path)

      @file = ::File.open(@body.to_path, "rb")
      @file.stat.file? && !@file.stat.zero?
    rescue SystemCallError
      nil
    end

    # A body of known length is sent when it is complete, if it is small. Of
    # another one each piece is sent at once: it may be a stream of events.
    def send_pieces
      return if head?

      gather = RackHeaders.length(@headers)
      @body.each do |piece|
        @request.write(piece)
        @request.flush unless gather
      end
    end

    # The head goes before: the first piece may not follow for long.
    def send_stream
      return if head?

      @request.flush
      @body.call(RackStream.new(@request, @env["rack.input"]))
    end

    def start
      @request.start(@status, @headers)
    end

    def head?
      @env["REQUEST_METHOD"] == "HEAD"
    end
  end
end
