# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Makes a copy of this process on persistd's order, in the thread that runs
  # the script. Two forks: the process between them ends at once, so that the
  # clone is persistd's child.
  class Cloning
    # The listening socket and the output of the clone.
    Order = Struct.new(:listener, :output) do
      # persistd shuts the socket of an order down that it has given up: that
      # wakes like a connection, and nobody connects before there is a clone.
      def wanted?
        listener.wait_readable(0).nil?
      end
    end

    PATIENCE = 10 # seconds for the other process to come up

    class << self
      def before
        @before ||= []
      end

      def after
        @after ||= []
      end
    end

    # after: the number of requests that come first; nil: there are no clones.
    def initialize(after)
      @after = after
      @served = 0
      @birth = nil
    end

    def feature
      @after ? Wire::FEATURE_CLONE : 0
    end

    def count_request
      @served += 1
    end

    # Whether this process is a clone that has not begun.
    def born?
      !@birth.nil?
    end

    # Returns in the worker, with whether there is a clone, and in the clone.
    # No other thread than Reception's, which stands still, may be there: a fork
    # copies only the thread that calls it.
    def make(order)
      return false unless possible?(order) && run_before

      copied = fork_twice(order)
      Cloning.after.each(&:call) unless born?
      copied
    end

    # In the clone, when nothing of the old worker's loops is left on the stack.
    # Returns its listening socket.
    def begin(backlog)
      order, bell = @birth
      Process.setpgid(0, 0)
      [STDOUT, STDERR].each { |stream| stream.reopen(order.output) }
      STDOUT.sync = true
      Marked.find_log
      order.listener.autoclose = false
      listener = UNIXServer.for_fd(order.listener.fileno)
      listener.listen(backlog)
      bell.write("!")
      bell.close
      forget
      listener
    end

    private

    def possible?(order)
      @after && @served >= @after && Thread.list.size == 2 && order.wanted?
    end

    # What a hook raises is the script's affair; the worker goes on.
    def run_before
      Cloning.before.reverse_each(&:call)
      true
    rescue StandardError, ScriptError => e
      warn(PersistWorker.traceback(e))
      false
    end

    def fork_twice(order)
      cry, bell = IO.pipe
      between = fork
      return be_between(order, bell) unless between

      bell.close
      copied = !cry.wait_readable(PATIENCE).nil? && cry.read(1) == "!"
      cry.close
      Process.wait(between)
      copied
    rescue Errno::ECHILD # the script has reaped it
      copied
    end

    def be_between(order, bell)
      child = true
      child = fork
      exit!(true) if child
      @birth = [order, bell]
      true
    ensure
      exit!(false) if child
    end

    def forget
      @birth = nil
      @served = 0
      Cloning.after.each(&:call)
    end
  end
end
