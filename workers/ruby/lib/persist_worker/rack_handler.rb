# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "close_time"
require_relative "rack_chunks"
require_relative "rack_env"
require_relative "rack_finish"
require_relative "rack_headers"
require_relative "rack_hints"
require_relative "rack_input"
require_relative "rack_response"
require_relative "rack_stream"

module PersistWorker
  # A Rack application as a handler of requests.
  class RackHandler
    # Without the gem rack, the application gets what Rack 3 says.
    def self.version
      defined?(::Rack.release) ? ::Rack.release.to_i : 3
    end

    def initialize(app, multithread:, run_once:)
      @app = app
      rack = RackHandler.version
      @input = rack < 3 ? RewindableInput : RackInput
      @env = RackEnv.new(rack:, multithread:, run_once:)
      @close_time = CloseTime.new
    end

    def call(request)
      input = @input.new(request)
      finish = RackFinish.new(request)
      env = @env.make(request, input, finish)
      answer_by_application(request, env, finish)
    ensure
      input&.release
    end

    private

    def answer_by_application(request, env, finish)
      answer = @app.call(env)
      return if finish.empty? && request.respond_simply(answer)

      send_answer(request, env, check(answer), finish)
    rescue StandardError, ScriptError => e
      finish.after(env, nil, nil, e)
      raise
    end

    def send_answer(request, env, answer, finish)
      body = answer.last
      closes = body.respond_to?(:close)
      request.response.work_follows if closes && @close_time.long?
      RackResponse.new(request, env, answer, finish).send_all
    ensure
      close(body) if closes
    end

    # While this takes long, further responses announce it: httpd then gives the
    # next request to a worker that is free. persistd must ask the worker for
    # each of them, which most applications do not need.
    def close(body)
      begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      body.close
      @close_time.add(Process.clock_gettime(Process::CLOCK_MONOTONIC) - begun)
    end

    def check(answer)
      return answer.to_ary if answer.respond_to?(:to_ary) && answer.size == 3

      raise TypeError, "the application has returned #{answer.inspect[..200]}" \
                       ", not [status, headers, body]"
    end
  end
end
