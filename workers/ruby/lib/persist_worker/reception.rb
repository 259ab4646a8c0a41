# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The thread that takes in what is new: connections, and what persistd says.
  # So a deadline can interrupt a script that computes, and a new persistd finds
  # an answer, whatever the units do. Needs no signal for that.
  class Reception
    # When descriptors or memory have run out, some may come back.
    SHORT = [Errno::EMFILE, Errno::ENFILE, Errno::ENOBUFS,
             Errno::ENOMEM].freeze
    PAUSE = 0.1

    def initialize(listener, worker)
      @listener = listener
      @worker = worker
      @newcomers = []
      @buffer = String.new
      @lost_at = PersistWorker.clock
      @bell = Bell.new
      @still = Thread::Queue.new
      @resume = Thread::Queue.new
    end

    # Until STOP, or until nobody has looked after the worker for too long.
    def run
      turn until @worker.stopping?
    end

    # In a forked child.
    def abandon
      [@listener, @bell, *@newcomers].each(&:close)
    end

    # ---- for another thread

    # Calls the block while this thread stands still, between two of its turns.
    def pause
      @bell.ring
      @still.pop
      yield
    ensure
      @resume << true
    end

    private

    def turn
      all = [@listener, @bell, control, *@newcomers].compact
      ready, = IO.select(all, nil, nil, patience)
      return @worker.stop if ready.nil? && control.nil?

      (ready || []).each { |one| look(one) }
    end

    def control
      @worker.control.connection
    end

    # Seconds to wait for a control connection; nil when there is one.
    def patience
      return if control

      [@lost_at + @worker.patience - PersistWorker.clock, 0].max
    end

    def look(one)
      if one.equal?(@listener) then accept_ready
      elsif one.equal?(@bell) then stand_still
      elsif one.equal?(control) then listen_to_control
      elsif @newcomers.include?(one) then meet(one)
      end
    end

    def stand_still
      @bell.hush
      @still << true
      @resume.pop
    end

    # Ready, with nobody there: the socket has been shut down. So persistd takes
    # back an order for a clone that has been made meanwhile.
    def accept_ready
      accept_all || @worker.stop
    end

    # Returns whether there was somebody.
    def accept_all
      any ||= false
      loop do
        io = @listener.accept_nonblock(exception: false)
        break any if io == :wait_readable

        any = true
        greet(io)
      end
    rescue Errno::ECONNABORTED
      retry
    rescue *SHORT
      sleep(PAUSE)
    end

    # Others than our own user are not spoken to.
    def greet(io)
      return io.close unless io.getpeereid.first == Process.euid

      connection = Connection.new(io, @buffer)
      @newcomers << connection
      meet(connection)
    rescue SystemCallError # it has gone already
      io.close
    end

    # OPEN says who it is.
    def meet(connection)
      connection.fill
      message = connection.next_message
      return admit(connection, message) if message

      dismiss(connection) if connection.ended?
    rescue ProtocolError => e
      connection.spoil(e)
      dismiss(connection)
    end

    def admit(connection, open)
      raise ProtocolError, "no OPEN" unless open.is_a?(Wire::Open)

      unless open.version == Wire::VERSION
        raise ProtocolError, "version #{open.version}"
      end

      open.role == Wire::CONTROL ? adopt(connection) : pass_on(connection, open)
    end

    def dismiss(connection)
      @newcomers.delete(connection)
      connection.close
    end

    def pass_on(connection, open)
      unit = @worker.unit(open.unit)
      raise ProtocolError, "no unit #{open.unit}" unless unit

      @newcomers.delete(connection)
      connection.takes_files = open.features.anybits?(Wire::FEATURE_FILE)
      unit.post(connection)
    end

    def adopt(connection)
      @newcomers.delete(connection)
      @worker.control.adopt(connection)
      handle_control
    end

    def listen_to_control
      control.fill
      handle_control
    end

    def handle_control
      while (message = control.next_message)
        handle(message)
      end
    rescue ProtocolError => e
      control.spoil(e)
    ensure
      # Not when it is not sound: another thread may be sending.
      lose_control if control.ended?
    end

    def lose_control
      @worker.control.lose
      @lost_at = PersistWorker.clock
    end

    def handle(message)
      case message
      when Wire::Stop then @worker.stop
      when Wire::Deadline then @worker.expire(message.request_id)
      when Wire::Probe then probe(message.unit)
      when Wire::Fork then @worker.order(*control.passed)
      else raise ProtocolError, "a frame that persistd does not send"
      end
    end

    # What has arrived before the question comes before the answer.
    def probe(number)
      unit = @worker.unit(number)
      raise ProtocolError, "no unit #{number}" unless unit

      accept_all
      @newcomers.dup.each { |connection| meet(connection) }
      unit.post(:probe)
    end
  end
end
