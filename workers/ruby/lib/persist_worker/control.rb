# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # What the worker tells persistd, over the newest control connection. Any
  # thread may speak; only Reception listens.
  class Control
    attr_reader :connection

    def initialize(capacity, feature)
      @capacity = capacity
      @feature = feature
      @mutex = Mutex.new
      @files = LoadedFiles.new
      @leaving = false
    end

    # Says READY, with what holds now, to who has just connected.
    def adopt(connection)
      @mutex.synchronize do
        @connection&.close
        @connection = connection
        connection.take_descriptors
        send(Wire::Ready, Wire::VERSION, "ruby #{VERSION}",
             Wire::FEATURE_FILE | @feature,
             @capacity, @files.all, 0)
        send(Wire::Leaving) if @leaving
      end
    end

    def lose
      @mutex.synchronize do
        @connection.close
        @connection = nil
      end
    end

    def idle(unit)
      @mutex.synchronize { send(Wire::Idle, unit) }
    end

    # The answer to FORK.
    def cloned(copied)
      @mutex.synchronize { send(Wire::Cloned, copied ? 0 : 1) }
    end

    # The loop of the script has ended. Once persistd has been told, requests
    # are refused.
    def leave
      @mutex.synchronize do
        send(Wire::Leaving) unless @leaving
        @leaving = true
      end
    end

    def leaving?
      @leaving
    end

    # Tells of code that was loaded since, if any was.
    def tell_files
      return unless @files.more?

      @mutex.synchronize do
        files = @files.fresh
        send(Wire::Files, files) if files.any?
      end
    end

    # In a forked child.
    def abandon
      @connection&.to_io&.close
    end

    private

    # When persistd has gone, the next one is told anew. What was left halfway
    # ends the connection, which Reception sees.
    def send(type, *fields)
      @connection&.send_frames(type.frame(*fields))
    rescue ClientGone
      nil
    ensure
      @connection.shut if @connection && !@connection.sound?
    end
  end
end
