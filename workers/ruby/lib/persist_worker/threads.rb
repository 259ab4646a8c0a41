# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # In how many threads a script answers requests.
  module Threads
    MAX = 16 # SDK_UNITS of the extension

    class << self
      # Returns the number: the script's own (nil: it has none), else that of
      # PersistThreads, else 1. Raises ArgumentError if it can't be used.
      def check(threads, clones)
        name = threads ? "threads" : "PersistThreads"
        threads ||= Integer(ENV.fetch("PERSIST_THREADS", "1"), 10)
        unless (1..MAX).cover?(threads)
          raise ArgumentError, "#{name} must be 1 to #{MAX}, not #{threads}"
        end
        return threads unless clones && threads != 1

        raise ArgumentError, "a worker with threads makes no clones: " \
                             "#{name} must be 1"
      end
    end
  end
end
