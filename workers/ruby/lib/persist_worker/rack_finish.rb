# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The callbacks of rack.response_finished: they run when the client has its
  # response, the last one first.
  class RackFinish
    def initialize(request, env, callbacks)
      @request = request
      @env = env
      @callbacks = callbacks
      @registered = false
    end

    # Has the callbacks called after the response with these facts: status and
    # headers, or the error that has spoilt it. Must be called before the
    # response ends.
    def after(status, headers, error = nil)
      return if @callbacks.empty?

      @facts = [status, headers, error]
      return if @registered || @request.response.ended?

      @registered = true
      @request.after_response { run }
    end

    private

    # An exception in a callback is logged.
    def run
      @callbacks.reverse_each do |callback|
        callback.call(@env, *@facts)
      rescue StandardError, ScriptError => e
        warn(PersistWorker.traceback(e))
      end
    end
  end
end
