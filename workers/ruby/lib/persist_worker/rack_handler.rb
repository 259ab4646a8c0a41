# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "rack_env"
require_relative "rack_finish"
require_relative "rack_headers"
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
      @env = RackEnv.new(rack: RackHandler.version, multithread:, run_once:)
    end

    def call(request)
      env = @env.make(request)
      input = env["rack.input"]
      finish = RackFinish.new(request, env)
      answer_by_application(request, env, finish)
    ensure
      input&.release
    end

    private

    def answer_by_application(request, env, finish)
      status, headers, body = check(@app.call(env))
      finish.after(status, headers)
      RackResponse.new(request, env, status, headers, body).send_all
    rescue StandardError, ScriptError => e
      finish.after(nil, nil, e)
      raise
    ensure
      body.close if body.respond_to?(:close)
    end

    def check(answer)
      return answer.to_ary if answer.respond_to?(:to_ary) && answer.size == 3

      raise TypeError, "the application has returned #{answer.inspect[..200]}" \
                       ", not [status, headers, body]"
    end
  end
end
