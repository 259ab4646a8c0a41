# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The response to one request: what may come when, and small writes gathered
  # into large ones. How it is sent is the transport's affair.
  class Response
    GATHER = 64 << 10
    # Of a body, in one frame: more of it comes without its length.
    FRAME_MAX = 256 << 10
    # Statuses without a body, and so without its length.
    BODILESS = [204, 205, 304].freeze

    # Flags for the transport, as in persist/worker.h.
    CGI = 1
    AFTER = 2

    # While something is sent, no exception of another thread (a deadline, a
    # timeout) comes between that and what we know of it.
    WHOLE = { Exception => :never }.freeze

    def initialize(transport, state = :new)
      @transport = transport
      @file = nil # a FilePart, behind what is pending
      @state = state # :new, :started, :open (its head is sent), :ended
      @pending = String.new
      @flags = 0
    end

    def new?
      @state == :new
    end

    def ended?
      @state == :ended
    end

    # Work goes on after it, which its end has to say.
    def work_follows
      @flags |= AFTER
    end

    # The whole of it. Who sends it says how long it is.
    def whole(status, headers, body, cgi: false)
      start(status, headers, cgi:)
      @pending = body
      send_whole
    rescue ArgumentError
      @state = :new if @state == :started
      raise
    end

    def start(status, headers, cgi: false)
      raise "the response has been started before" unless new?
      raise ArgumentError, "no status for this: #{status.inspect}" unless
        (200..599).cover?(status)

      @head = [status, HeaderFields.pack(headers)]
      @flags |= CGI if cgi
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
      trailers = HeaderFields.pack(trailers)
      return send_whole if all? && trailers.empty?

      announce_length if @file && @state == :started
      send_waiting
      sending(:ended) { @transport.send_last(trailers, @flags) }
    ensure
      drop if ended?
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
        sending(:ended) { @transport.send_abort(@flags) }
      end
    end

    private

    # Forgets what waits to be sent.
    def drop
      @pending.clear unless @pending.frozen? # gives the memory back at once
      @file&.close
      @file = nil
    end

    def started
      raise "the response has not been started" if new?
      raise "the response has ended" if ended?
    end

    # Of what ends with a file. The script may have done it.
    def announce_length
      status, block = @head
      return if BODILESS.include?(status) ||
                HeaderFields.name?(block, "content-length")

      length = @pending.bytesize + @file.length
      block << "Content-Length\0#{length}\0"
    end

    # Whether one frame can bear all of it.
    def all?
      @state == :started && @file.nil? && @pending.bytesize <= FRAME_MAX
    end

    def send_whole
      sending(:ended) { @transport.send_whole(*@head, @pending, @flags) }
    end

    # ArgumentError: it can't be sent, so nothing was.
    def sending(state)
      Thread.handle_interrupt(WHOLE) do
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
      @transport.send_held
    end

    # The head, what was written, and the file behind it. What is dropped then
    # has been sent, unless nobody takes it.
    def send_waiting
      Thread.handle_interrupt(WHOLE) do
        sending(:open) { @transport.send_head(*@head, @flags) } if
          @state == :started
        @transport.send_piece(@pending) unless @pending.empty?
        @transport.send_file_part(@file) if @file
      ensure
        drop
      end
    end
  end
end
