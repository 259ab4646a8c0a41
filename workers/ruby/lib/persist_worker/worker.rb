# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "socket"

module PersistWorker
  # This process as a worker: what it has inherited, its units, and how it ends.
  class Worker
    DESCRIPTOR = 3
    BACKLOG = 511

    attr_reader :control, :cloning

    # Seconds without a control connection after which the worker ends.
    attr_accessor :patience

    # Takes over what persistd has left in this process, if it has. To be called
    # before anything else may fork or start a thread.
    def self.inherit
      value = ENV.fetch("PERSIST_WORKER", nil) or return
      version, descriptor = value.split(":")
      listener = listening_socket(Integer(descriptor, exception: false))
      return unless listener

      ENV.delete("PERSIST_WORKER")
      return new(listener) if version == Wire::VERSION.to_s

      abort "persist_worker: persistd speaks version #{version} of the " \
            "protocol, this is version #{Wire::VERSION}"
    end

    def self.listening_socket(descriptor)
      return unless descriptor == DESCRIPTOR

      socket = UNIXServer.for_fd(descriptor)
      socket.autoclose = false # it may be something else of somebody else
      socket if socket.getsockopt(:SOCKET, :ACCEPTCONN).bool &&
                socket.local_address.unix?
    rescue SystemCallError
      nil
    end

    def initialize(listener)
      @listener = listener
      @listener.autoclose = true # so that a child can close it
      @listener.close_on_exec = true
      # From now on who connects is told this process, not persistd.
      @listener.listen(BACKLOG)
      @patience = 30
      @stopping = @abandoned = false
      @units = []
      # What is printed by mistake goes to the log, and at once.
      Marked.mark_lines
    end

    # Answers requests with the handler, which is called in so many threads,
    # until persistd says STOP. Raises then what has ended the script's loop.
    # clones: false, true, or the number of requests that come before them.
    def serve(handler, threads, clones)
      @cloning = Cloning.new(clones && (clones == true ? 0 : clones))
      others = serve_all(handler, threads)
      others = serve_clone(handler) while @cloning.born?
      return if abandoned?

      others.each(&:join)
      raise @reason if @reason
    end

    def unit(number)
      @units[number]
    end

    # ---- for any thread

    # No more requests will be asked of us: ends the loops.
    def stop
      @stopping = true
      @units.each { |unit| unit.post(:stop) }
    end

    def stopping?
      @stopping
    end

    # The script wants to end. The worker waits until persistd has said STOP,
    # for requests may be on their way, and raises the first reason then.
    def leave(reason)
      @reason ||= reason
      @control.leave
    end

    def expire(request_id)
      @units.each { |unit| unit.expire(request_id) }
    end

    # FORK has come, with what is passed beside it.
    def order(*passed)
      order = Cloning::Order.new(*passed) if passed.size == 2
      return @units.first.post(order) if order && @units.one? && !stopping?

      passed.each(&:close)
      @control.cloned(false)
    end

    # In the first unit's thread, between requests. True: this is the clone.
    def copy(order)
      copied = @reception.pause { @cloning.make(order) }
      return true if @cloning.born?

      order.each(&:close)
      @control.cloned(copied)
      false
    end

    # ---- in a forked child

    # Nothing of the worker is the child's: its sockets would keep a dead worker
    # accepting.
    def abandon
      @abandoned = true
      Marked.id = nil
      @listener.close
      return unless @control

      @control.abandon
      @reception.abandon
      @units.each(&:abandon)
    end

    def abandoned?
      @abandoned
    end

    private

    # The threads of all units but the first, which is served here to its end.
    def serve_all(handler, threads)
      open_units(threads)
      others = @units.drop(1).map do |unit|
        start_thread { unit.serve(handler) }
      end
      serve_first(handler)
      others
    end

    def serve_clone(handler)
      @listener = @cloning.begin(BACKLOG)
      @abandoned = @stopping = false
      serve_all(handler, 1)
    end

    def open_units(threads)
      @control = Control.new(threads, @cloning.feature)
      @units = Array.new(threads) { |number| Unit.new(number, self) }
      @reception = Reception.new(@listener, self)
      start_thread { @reception.run }
    end

    def start_thread(&)
      Thread.new(&).tap { |thread| thread.abort_on_exception = true }
    end

    # A signal, or a break or throw in the script's block, ends the script's
    # loop. Ours goes on until STOP, and refuses what comes.
    def serve_first(handler)
      done = false
      @units.first.serve(handler)
      done = true
    rescue SystemExit, SignalException => e
      raise if abandoned?

      leave(e)
      retry
    ensure
      unless done || abandoned? || Thread.current.status == "aborting"
        leave(nil)
        serve_first(handler)
      end
    end
  end

  # Closes the worker's sockets in children that are made by a plain fork.
  module ForkGuard
    def _fork
      pid = super
      PersistWorker.worker&.abandon if pid.zero?
      pid
    end
  end
end
