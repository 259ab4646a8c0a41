# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # This process as a worker: the loops of its threads, and how they end. The
  # core handles the sockets.
  class Worker
    # These exceptions end the worker, not just a request.
    LEAVING = [SystemExit, SignalException, Interrupt].freeze

    # Makes the process a worker if persistd has started it. Must be called
    # before the script can fork or start a thread.
    def self.inherit
      value = ENV.fetch("PERSIST_WORKER", nil) or return
      error = Core.open("ruby #{VERSION}")
      return new if error.zero?
      return unless error == Errno::EPROTONOSUPPORT::Errno

      abort "persist_worker: persistd speaks version #{value[/\A\d+/]} of " \
            "the protocol, this is version 1"
    end

    def initialize
      # Lines printed by mistake go to the log at once.
      Marked.mark_lines
      @files = LoadedFiles.new
      @served = false
    end

    # Answers requests with the handler, which is called in so many threads,
    # until persistd sends STOP. Then raises the exception that has ended the
    # script's loop. clones: false, true, or the number of requests before the
    # first clone.
    def serve(handler, threads, clones)
      trap(Core.deadline_signal) { Core.expire }
      clones = clones == true ? 0 : clones || nil
      Core.ready(threads, @files.block, clones)
      others = start_threads(handler, threads - 1)
      answer_all(handler)
      return if Core.child?

      others.each(&:join)
      raise @reason if @reason
    ensure
      @served = true
    end

    private

    def start_threads(handler, count)
      Array.new(count) do
        Thread.new { answer_all(handler) }.tap do |thread|
          thread.abort_on_exception = true
        end
      end
    end

    # A signal, an exit, or a break or throw in the script's block, ends the
    # script's loop. The worker then waits for STOP from persistd, because
    # requests may be on their way. It refuses them, so that they run elsewhere.
    def answer_all(handler)
      done = false
      answer(handler)
      done = true
    rescue SystemExit, SignalException => e
      raise if Core.child?

      @reason ||= e
    ensure
      # The process ends when the main thread has left serve.
      Core.leave unless done || @served || Core.child?
    end

    def answer(handler)
      while (request = Core.take)
        attend(request, handler)
        Core.loaded(@files.block) if @files.more? && !Core.child?
      end
    end

    def attend(request, handler)
      left = true # a break or a throw in the script's block
      request.run(handler)
      left = false
    rescue Exception => e # rubocop:disable Lint/RescueException (its request)
      left = false
      raise if Core.child?

      request.fail(e)
      raise if LEAVING.include?(e.class)
    ensure
      finish(request, left) unless Core.child?
    end

    def finish(request, left)
      request.give_up if left
      request.run_after
    ensure
      request.close
    end
  end
end
