# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Wakes a thread that waits in IO.select. Any thread may ring.
  class Bell
    attr_reader :to_io

    def initialize
      @to_io, @rope = IO.pipe
    end

    # A bell that is full of rings will be heard all the same.
    def ring
      @rope.write_nonblock("!", exception: false)
    end

    def hush
      @to_io.read_nonblock(64, exception: false)
    end

    def close
      @to_io.close
      @rope.close
    end
  end
end
