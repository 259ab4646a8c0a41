# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The response to one request: checks the order of calls, and collects small
  # writes into large ones. The transport sends it.
  class Response
    GATHER = 64 << 10
    # Most bytes of a body in one frame: httpd does not count the bytes of more
    # than one.
    FRAME_MAX = 256 << 10
    # Statuses without a body, and so without Content-Length.
    BODILESS = [204, 205, 304].freeze

    # Flags for the transport, from persist/worker.h.
    CGI = 1
    AFTER = 2
    FAULT = 4

    # While something is sent, no exception of another thread (a deadline, a
    # timeout) is raised between the send and the change of the state.
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

    # The end of the response must have the flag AFTER: the script works on.
    def work_follows
      @flags |= AFTER
    end

    # Sends the whole response. The transport adds the length.
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
        status.is_a?(Integer) && status.between?(200, 599)

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

    # The part is held back until the next send, so that httpd has the length if
    # the part is all of the body.
    def send_file(file, offset, length)
      started
      part = FilePart.new(file, offset, length)
      return part.close if part.length.zero?

      push if @file
      @file = part
    end

    # Sends what was written. Raises ClientGone if the client has gone.
    def flush
      started
      push
    end

    def finish(trailers = {})
      started
      trailers = HeaderFields.pack(trailers)
      return send_whole if all? && trailers.empty?

      announce_file if @file && @state == :started
      send_waiting
      sending(:ended) { @transport.send_last(trailers, @flags) }
    ensure
      drop if ended?
    end

    # The script has failed: answers for it with the status, or aborts a
    # response that was started.
    def fail(status, text)
      case @state
      when :new, :started
        drop
        @state = :new
        @flags |= FAULT
        whole(status, { "Content-Type" => "text/plain" }, text)
      when :open
        drop
        sending(:ended) { @transport.send_abort(@flags) }
      end
    end

    private

    # Discards what is held back.
    def drop
      @pending.clear unless @pending.frozen? # frees the memory at once
      @file&.close
      @file = nil
    end

    def started
      raise "the response has not been started" if new?
      raise "the response has ended" if ended?
    end

    # Adds what is known of a response that ends with a file, unless the script
    # has set it.
    def announce_file
      status, = @head
      length = @pending.bytesize + @file.length
      announce("Content-Length" => length) unless BODILESS.include?(status)
      announce(@file.validators) if status == 200 && @pending.empty?
    end

    def announce(headers)
      _, block = @head
      headers.each do |name, value|
        block << "#{name}\0#{value}\0" unless HeaderFields.name?(block, name)
      end
    end

    # Whether the response fits into one frame.
    def all?
      @state == :started && @file.nil? && @pending.bytesize <= FRAME_MAX
    end

    def send_whole
      sending(:ended) { @transport.send_whole(*@head, @pending, @flags) }
    end

    # After ArgumentError nothing has been sent.
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

    # Sends the head, what was written, and the file after it. They are dropped
    # then: they have been sent, or the client has gone.
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
