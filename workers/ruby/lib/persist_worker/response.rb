# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The response to one request: what may come when, and small writes gathered
  # into large ones. How it is sent is the transport's affair.
  class Response
    GATHER = 64 << 10
    # Statuses without a body, and so without its length.
    BODILESS = [204, 205, 304].freeze

    # Whether work goes on after it, which its end has to say.
    attr_accessor :after

    def initialize(transport)
      @transport = transport
      @file = nil # a FilePart, behind what is pending
      @state = :new # :started, :open (its head is sent), :ended
      @pending = String.new
      @after = false
    end

    def new?
      @state == :new
    end

    def ended?
      @state == :ended
    end

    # The whole of it. httpd counts what comes in one frame.
    def whole(status, headers, body, cgi: false)
      start(status, headers, cgi:)
      @pending = body
      return send_whole if whole?

      announce_length
      finish
    rescue ArgumentError
      @state = :new if @state == :started
      raise
    end

    def start(status, headers, cgi: false)
      raise "the response has been started before" unless new?
      raise ArgumentError, "no status for this: #{status.inspect}" unless
        (200..599).cover?(status)

      @head = [status, HeaderFields.flatten(headers)]
      @cgi = cgi
      @state = :started
    end

    def write(bytes)
      started
      push if @file
      @pending << bytes
      push if @pending.bytesize >= GATHER
    end

    # It waits for what follows, so that httpd knows the length if it is all.
    def send_file(file, offset, length)
      started
      part = FilePart.new(file, offset, length)
      return part.close if part.length.zero?

      push if @file
      @file = part
    end

    # Sends what was written. ClientGone when nobody is there to take it.
    def flush
      started
      push
    end

    def finish(trailers = {})
      started
      fields = HeaderFields.flatten(trailers)
      return send_whole_with_file(fields) if @file
      return send_whole if @state == :started && fields.empty? && whole?

      push unless whole?
      send_head if @state == :started
      send_last(fields)
    end

    # The script has failed. 500 says so, or nothing can any more.
    def fail(status, text)
      case @state
      when :new, :started
        drop
        @state = :new
        whole(status, { "Content-Type" => "text/plain" }, text)
      when :open
        drop
        sending(:ended) { @transport.send_abort(after: @after) }
      end
    end

    # Forgets what waits to be sent.
    def drop
      @pending.clear # gives the memory back at once
      @file&.close
      @file = nil
    end

    private

    def started
      raise "the response has not been started" if new?
      raise "the response has ended" if ended?
    end

    # Of what httpd does not get as a whole. The script may have done it.
    def announce_length
      status, fields = @head
      return if BODILESS.include?(status) ||
                HeaderFields.name?(fields, "content-length")

      length = @pending.bytesize + (@file ? @file.length : 0)
      fields << "Content-Length" << length.to_s
    end

    # Whether one frame can bear what is left.
    def whole?
      @pending.bytesize <= Wire::BODY_MAX
    end

    def send_whole
      sending(:ended) do
        status, fields = @head
        @transport.send_whole(status, fields, @pending, cgi: @cgi,
                                                        after: @after)
      end
    end

    def send_whole_with_file(trailers)
      announce_length if @state == :started
      sending(@state) do
        @transport.at_once do
          send_waiting
          @pending.clear
          send_last(trailers)
        end
      end
    ensure
      drop if ended?
    end

    def send_head
      bytes = @pending.byteslice(0, Wire::BODY_MAX)
      sending(:open) { @transport.send_head(*@head, bytes, cgi: @cgi) }
      @pending[0, bytes.bytesize] = ""
    end

    def send_last(trailers)
      sending(:ended) do
        @transport.send_last(@pending, after: @after, trailers:)
      end
    end

    # No exception of another thread comes between what is sent and what we know
    # of it. ArgumentError: it can't be sent, so nothing was.
    def sending(state)
      Thread.handle_interrupt(Connection::WHOLE) do
        before = @state
        @state = state
        yield
      rescue ArgumentError
        @state = before
        raise
      end
    end

    def push
      raise ClientGone if @transport.gone?

      send_waiting
    ensure
      drop
    end

    def send_waiting
      send_head if @state == :started
      (0...@pending.bytesize).step(Wire::BODY_MAX) do |at|
        piece = Wire::Bytes.slice(@pending, at, Wire::BODY_MAX)
        @transport.send_piece(piece)
        piece.clear
      end
      @transport.send_file(@file) if @file
    end
  end
end
