# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Whether the close of an application's bodies takes long: a moving average
  # decides, because any close may take long for once. It loads a file, or the
  # kernel runs another process meanwhile. Why it matters:
  # docs/decisions/a-slow-close-is-judged-by-its-average.md
  class CloseTime
    LONG = 0.001 # seconds
    WEIGHT = 1.0 / 16 # of the latest close in the average

    def initialize
      @average = 0.0
    end

    # Counts a close that has taken so long.
    def add(seconds)
      @average += (seconds - @average) * WEIGHT
    end

    def long?
      @average > LONG
    end
  end
end
