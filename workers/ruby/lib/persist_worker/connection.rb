# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # A socket that httpd or persistd has connected to us, with what was read from
  # it and not used yet. Belongs to one thread at a time.
  class Connection
    RECEIVE = 64 << 10
    # While a frame is sent or taken in, no exception of another thread (a
    # deadline, a timeout) interrupts: half a frame is no frame.
    WHOLE = { Exception => :never }.freeze

    # What a recv gives when the other side has gone.
    GONE = [Errno::ECONNRESET, Errno::EPIPE, Errno::ENOTCONN].freeze

    # For IO.select.
    attr_reader :to_io

    # buffer may be shared by all connections of one thread.
    def initialize(io, buffer = String.new)
      @to_io = io
      @buffer = buffer
      @reader = Wire::FrameReader.new
      @ended = false
      @sound = true
      @takes_files = false
      @passed = nil
    end

    attr_writer :buffer

    # Whether httpd takes open files: what OPEN has said.
    attr_accessor :takes_files
    alias takes_files? takes_files

    # Whether the other side has shut down its half, or all of it.
    def ended?
      @ended
    end

    # Whether frames can still be sent.
    def sound?
      @sound
    end

    # Takes in what is there, at most one buffer full, without waiting. Returns
    # whether anything came.
    def fill
      return false if @ended

      # A large frame to its end and no further, so that it need not be moved.
      size = @reader.missing
      size = RECEIVE if size.zero?
      bytes = receive(size)
      return false if bytes == :wait_readable

      # At the end of file Ruby gives "" or, since 3.3, nil.
      return feed(bytes) unless bytes.nil? || bytes.empty?

      @ended = true
      false
    rescue *GONE
      @sound = false
      @ended = true
      false
    end

    # From now on descriptors are taken that come beside the bytes.
    def take_descriptors
      @passed = []
    end

    # Those that have come, as IO objects, which are the caller's.
    def passed
      @passed.shift(@passed.size)
    end

    # The next message that is here as a whole, or nil.
    def next_message
      @reader.next
    end

    # Waits until fill brings something. A deadline may interrupt this.
    def wait
      @to_io.wait_readable
    end

    # Behind a frame that makes no sense nothing is read, and nothing sent.
    def spoil(error)
      warn("persist_worker: a connection is closed: #{error.message}")
      @sound = false
      @ended = true
    end

    # Sends whole frames, and uses them up; blocks. file, an IO, goes with them,
    # as its descriptor. ClientGone when nobody takes them.
    def send_frames(frames, file = nil)
      raise ClientGone unless @sound

      Thread.handle_interrupt(WHOLE) do
        @sound = false # if this is left halfway, whatever the reason
        send_all(frames, file)
        @sound = true
      end
    rescue *GONE
      raise ClientGone
    end

    # Has whoever reads it see its end.
    def shut
      @to_io.shutdown
    rescue SystemCallError # it has ended already
      nil
    end

    def close
      @sound = false
      @to_io.close
    end

    private

    def receive(size)
      return @to_io.recv_nonblock(size, 0, @buffer, exception: false) unless
        @passed

      bytes, _, _, *controls = @to_io.recvmsg_nonblock(
        size, 0, 4096, scm_rights: true, exception: false
      )
      @passed.concat(controls.flat_map { |one| one.unix_rights || [] })
      bytes
    end

    def feed(bytes)
      @reader.feed(bytes)
      true
    end

    def send_all(bytes, file)
      until bytes.empty?
        sent = send_some(bytes, file)
        file = nil
        bytes = Wire::Bytes.cut(bytes, sent)
      end
    end

    # UNIXSocket#send_io won't do: it sends a byte of its own.
    def send_some(bytes, file)
      return @to_io.send(bytes, Socket::MSG_NOSIGNAL) unless file

      @to_io.sendmsg(bytes, Socket::MSG_NOSIGNAL, nil,
                     Socket::AncillaryData.unix_rights(file))
    end
  end
end
