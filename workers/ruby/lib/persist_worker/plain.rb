# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The loop of a process that has one request: a CGI program, or one that was
  # started from a terminal.
  class Plain
    # The exchange of a CGI program.
    def self.cgi_exchange
      PlainExchange.new(ENV.to_h, *PlainExchange.take_stdio)
    end

    def initialize(handler, exchange)
      @handler = handler
      @exchange = exchange
      @request = Request.new(exchange)
    end

    # Answers the request. What ends a worker ends this process, too.
    def serve
      attend
    rescue Exception => e # rubocop:disable Lint/RescueException (its request)
      raise if PersistWorker.child?

      @request.fail(e)
      raise if Worker::LEAVING.include?(e.class)
    ensure
      finish unless PersistWorker.child?
    end

    private

    def attend
      @handler.call(@request)
      @request.complete unless PersistWorker.child?
    end

    # Also called when the block was left by break or throw.
    def finish
      @request.give_up
      @request.run_after
      @request.close
      exit(1) if @exchange.aborted?
    end
  end
end
