# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # One unit of the worker's capacity: a thread, and the data connections of the
  # unit, of which one at a time has a request. Other threads reach it by its
  # mail: a connection, :probe, :stop, or an order for a clone.
  class Unit
    # Deadlines interrupt nothing but the script.
    LATER = { DeadlineExceeded => :never }.freeze
    NOW = { DeadlineExceeded => :immediate }.freeze
    # These end the worker, not just a request.
    LEAVING = [SystemExit, SignalException, Interrupt].freeze

    def initialize(number, worker)
      @number = number
      @worker = worker
      @bell = Bell.new
      @mail = Thread::Queue.new
      @buffer = String.new
      @connections = {}.compare_by_identity # of their sockets
      @sockets = [@bell.to_io] # what is waited for
      @probed = @stopped = false
      @mutex = Mutex.new # for @current, which a deadline looks at
      @current = nil
    end

    # ---- for any thread

    def post(letter)
      @mail << letter
      @bell.ring
    end

    # Interrupts the request if it runs here.
    def expire(request_id)
      @mutex.synchronize do
        next if @current.nil? || @current.id != request_id || @current.late

        @current.expire
        @thread.raise(DeadlineExceeded.new)
      end
    end

    # In a forked child: not even closing must be left to others.
    def abandon
      [@bell, *@connections.values].each(&:close)
    end

    # ---- for its own thread

    # Answers requests with the handler until :stop has come.
    def serve(handler)
      @thread = Thread.current
      @handler = handler
      Thread.handle_interrupt(LATER) do
        turn until @stopped || @worker.abandoned?
      end
    end

    private

    # Says IDLE when a look has shown that nothing is there.
    def turn
      ready, = IO.select(@sockets, nil, nil, @probed ? 0 : nil)
      return answer_probe unless ready

      ready.each do |one|
        break if @worker.abandoned?

        (connection = @connections[one]) ? look(connection) : open_mail
      end
    end

    def answer_probe
      @probed = false
      @worker.control.idle(@number)
    end

    def open_mail
      @bell.hush
      until @mail.empty?
        case (letter = @mail.pop)
        when :probe then @probed = true
        when :stop then @stopped = true
        when Cloning::Order then return if @worker.copy(letter)
        else adopt(letter)
        end
      end
    end

    # A new connection may have its first request with it.
    def adopt(connection)
      connection.buffer = @buffer
      @connections[connection.to_io] = connection
      @sockets << connection.to_io
      handle_messages(connection)
    end

    def look(connection)
      connection.fill
      handle_messages(connection)
    end

    def handle_messages(connection)
      while !@worker.abandoned? && (message = connection.next_message)
        handle(connection, message)
      end
    rescue ProtocolError => e
      connection.spoil(e)
    ensure
      drop(connection) if connection.ended? || !connection.sound?
    end

    def handle(connection, message)
      case message
      when Wire::Request then run(connection, message)
      when Wire::Body then nil # of the request before
      else raise ProtocolError, "a frame out of turn"
      end
    end

    def drop(connection)
      @connections.delete(connection.to_io)
      @sockets.delete(connection.to_io)
      connection.close
    end

    # A request whose client has gone already is not run. One that comes when
    # the script's loop has ended runs elsewhere.
    def run(connection, message)
      exchange = Exchange.new(connection, message)
      if @worker.control.leaving? then exchange.refuse
      elsif !exchange.gone? then attend(Request.new(exchange), exchange)
      end
      @worker.cloning.count_request
      @worker.control.tell_files unless @worker.abandoned?
    end

    def attend(request, exchange)
      left = true # a break or a throw in the script's block
      Marked.id = exchange.id
      call(request, exchange)
      left = false
    rescue Exception => e # rubocop:disable Lint/RescueException (its request)
      left = false
      raise if @worker.abandoned?

      request.fail(e)
      @worker.leave(e) if LEAVING.include?(e.class)
    ensure
      finish(request, left) unless @worker.abandoned?
    end

    def call(request, exchange)
      @mutex.synchronize { @current = exchange }
      Thread.handle_interrupt(NOW) { @handler.call(request) }
      request.complete unless @worker.abandoned?
    ensure
      @mutex.synchronize { @current = nil }
      forget_deadline
    end

    # One that came too late for its request must not meet the next.
    def forget_deadline
      return unless Thread.pending_interrupt?

      Thread.handle_interrupt(NOW) { Thread.pass }
    rescue DeadlineExceeded
      nil
    end

    def finish(request, left)
      request.give_up if left
      request.run_after
    ensure
      request.close
      Marked.id = nil
    end
  end
end
