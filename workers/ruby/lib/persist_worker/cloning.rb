# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Makes a copy of this process when persistd orders it, in the thread that
  # runs the script. There are two forks. The process between them ends at once,
  # so that the clone is persistd's child.
  module Cloning
    class << self
      def before
        @before ||= []
      end

      def after
        @after ||= []
      end

      # Returns in the worker and in the clone. The core makes sure that there
      # is no other thread, because fork copies only the calling one.
      def make
        good = run_before
        with_plain_streams { be_between(good) if Core.fork }
        after.each(&:call)
      end

      private

      # Process.fork flushes $stdout and $stderr, in whose place a script may
      # have put objects that have write alone.
      def with_plain_streams
        streams = [$stdout, $stderr]
        streams.each { |stream| flush(stream) }
        $stdout = STDOUT
        $stderr = STDERR
        yield
      ensure
        $stdout, $stderr = streams
      end

      def flush(stream)
        stream.flush
      rescue StandardError
        nil
      end

      # If a hook raises, the exception is logged and the worker goes on.
      def run_before
        before.reverse_each(&:call)
        true
      rescue StandardError, ScriptError => e
        warn(PersistWorker.traceback(e))
        false
      end

      # Runs in the process between worker and clone. Returns only in the clone.
      def be_between(good)
        made = false
        exit!(good) if !good || fork
        Core.become_clone
        Marked.find_log
        made = true
      ensure
        exit!(false) unless made
      end
    end
  end
end
