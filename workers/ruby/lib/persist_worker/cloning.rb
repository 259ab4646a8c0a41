# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Makes a copy of this process on persistd's order, in the thread that runs
  # the script. Two forks: the process between them ends at once, so that the
  # clone is persistd's child.
  module Cloning
    class << self
      def before
        @before ||= []
      end

      def after
        @after ||= []
      end

      # Returns in the worker and in the clone. The core sees to it that there
      # is no other thread: a fork copies only the one that calls it.
      def make
        good = run_before
        [$stdout, $stderr].each(&:flush)
        be_between(good) if Core.fork
        after.each(&:call)
      end

      private

      # What a hook raises is the script's affair; the worker goes on.
      def run_before
        before.reverse_each(&:call)
        true
      rescue StandardError, ScriptError => e
        warn(PersistWorker.traceback(e))
        false
      end

      # Returns in the clone only.
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
