# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The callbacks of rack.response_finished, which run when the client has its
  # response, the last one first; and those of rack.after_reply, as Puma and
  # Unicorn call them: without arguments, behind the others, in their order.
  class RackFinish
    # Arrays, to which the application adds.
    attr_reader :callbacks, :replies

    def initialize(request)
      @request = request
      @callbacks = []
      @replies = []
    end

    def empty?
      @callbacks.empty? && @replies.empty?
    end

    # Has the callbacks called after the response with these facts: status and
    # headers, or the error that has spoilt it. Must be called before the
    # response ends.
    def after(env, status, headers, error = nil)
      return if empty?

      @facts = [env, status, headers, error]
      return if @registered || @request.response.ended?

      @registered = true
      @request.after_response { run }
    end

    private

    def run
      @callbacks.reverse_each { |callback| guard { callback.call(*@facts) } }
      @replies.each { |callback| guard { callback.call } }
    end

    # An exception in a callback is logged.
    def guard
      yield
    rescue StandardError, ScriptError => e
      warn(PersistWorker.traceback(e))
    end
  end
end
