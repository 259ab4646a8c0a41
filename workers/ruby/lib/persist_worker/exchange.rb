# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # One request on a data connection, from REQUEST to the frame that ends its
  # response: the resident way for a Request to read and to answer.
  class Exchange
    attr_reader :id, :deadline

    # Whether the soft deadline has passed, as persistd sees it.
    attr_reader :late

    # message is a Wire::Request. ProtocolError when it makes no sense.
    def initialize(connection, message)
      @connection = connection
      @seq = message.seq
      @id = message.request_id
      @variables = message.variables
      @intake = Intake.new(message.body_mode, message.body)
      @deadline = PersistWorker.clock + (message.soft_ms / 1000.0) if
        message.soft_ms.positive?
      @open = true
      @held = @held_part = nil
      check_variables
    end

    # By httpd's clock, which began to count before ours: nothing is left.
    def expire
      @late = true
      @deadline = PersistWorker.clock
    end

    def env
      Variables.split(@variables)
    end

    # Whether the other side has half-closed: the client has gone.
    def gone?
      take_in
      @connection.ended?
    end

    def cancelled?
      late || gone?
    end

    # The next bytes of the request's body, nil at its end. Asks for them: from
    # here on the client may be told 100 Continue.
    def read_piece
      until (bytes = @intake.read)
        return unless @open && @intake.open?

        await_body
      end
      ask if @open
      bytes
    end

    # ---- what Response wants to be sent

    def send_info(status, headers)
      send_frames(Wire::Info.frame(@seq, status, headers))
    end

    # The whole response, or with after: the whole and an END that says so.
    def send_whole(status, headers, body, cgi:, after:)
      flags = (cgi ? Wire::CGI : 0) | (after ? 0 : Wire::COMPLETE)
      frames = Wire::Response.frame(@seq, status, headers, body, flags)
      frames << end_frame(1, after) if after
      finish(frames)
    end

    def send_head(status, headers, body, cgi:)
      flags = cgi ? Wire::CGI : 0
      send_frames(Wire::Response.frame(@seq, status, headers, body, flags))
    end

    def send_piece(bytes)
      send_frames(Wire::Body.frame(bytes, Wire::MORE))
    end

    # A FilePart: its descriptor, or its bytes if httpd takes no files.
    def send_file(part)
      if @connection.takes_files?
        frame = Wire::File.frame(part.offset, part.length)
        return send_frames(frame, part)
      end

      part.each_piece { |bytes| send_piece(bytes) }
    end

    # What is sent in the block, with one file at most, goes out by one write:
    # so httpd knows how long it all is. Nothing goes out if the block fails.
    def at_once
      return yield unless @connection.takes_files?

      @held = String.new
      yield
      frames = @held
      @held = nil
      @connection.send_frames(frames, @held_part&.to_io)
    ensure
      @held = @held_part = nil
    end

    def send_last(bytes, after:, trailers:)
      return finish(Wire::Body.frame(bytes, Wire::LAST)) unless
        after || trailers.any?

      frames = end_frame(1, after, trailers)
      frames = Wire::Body.frame(bytes, Wire::MORE) << frames unless bytes.empty?
      finish(frames)
    end

    # What was sent of the response is all there will be.
    def send_abort(after:)
      finish(end_frame(0, after))
    end

    # The script has not seen this request, and never will.
    def refuse
      finish(end_frame(0, false))
    rescue ClientGone
      nil
    end

    # Lines for the error log, which know their request as long as it is open.
    def log(level, text)
      return warn(text) unless @open

      slices(text.b).each do |part|
        send_frames(Wire::Log.frame(level, part))
      end
    rescue ClientGone
      warn(text)
    end

    private

    def check_variables
      return if @variables.empty? ||
                (@variables.end_with?("\0") && @variables.count("\0").even?)

      raise ProtocolError, "variables that don't end"
    end

    # Once the response has ended, what comes is the next request's affair.
    def take_in
      Thread.handle_interrupt(Connection::WHOLE) do
        nil while @open && pump
      end
    rescue ProtocolError => e
      @connection.spoil(e)
    end

    # Handles the frames that are here, takes in more, and says whether it came.
    def pump
      while (message = @connection.next_message)
        unless message.is_a?(Wire::Body)
          raise ProtocolError, "a frame that does not belong into a request"
        end

        @intake.take(message)
      end
      @connection.fill
    end

    def await_body
      # The end of file is looked for behind what has come.
      raise ClientGone if @connection.ended?

      ask
      @connection.wait
      take_in
    end

    def ask
      wanted = @intake.want
      send_frames(Wire::Want.frame(wanted)) if wanted.positive?
    end

    def send_frames(frames, part = nil)
      return @connection.send_frames(frames, part&.to_io) unless @held

      @held_part = part if part
      @held << frames
    end

    def finish(frames)
      @open = false
      send_frames(frames)
    end

    def end_frame(success, after, trailers = [])
      Wire::End.frame(success, after ? 1 : 0, trailers)
    end

    def slices(text)
      (0...text.bytesize).step(Wire::LOG_MAX).map do |at|
        text.byteslice(at, Wire::LOG_MAX)
      end
    end
  end
end
