# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# alone.rb FRAMEWORK SECONDS: calls a Rack application without any server, as
# alone.py does it in Python.

require "json"
require "rack"
require "stringio"

NAME, SECONDS = ARGV
APP, = Rack::Builder.parse_file("#{__dir__}/#{NAME}_app/config.ru")

def now = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)

def env
  Rack::MockRequest.env_for("http://127.0.0.1/#{NAME}",
                            "REMOTE_ADDR" => "127.0.0.1")
end

def call(env)
  status, _, body = APP.call(env)
  abort "alone: #{status}" unless status == 200
  body.each { |piece| piece }
  body.close if body.respond_to?(:close)
end

# Returns the CPU time of each call, for so many seconds of it. The variables
# are the server's work.
def times_of(enough)
  times = []
  left = enough
  while left.positive?
    variables = env
    start = now
    call(variables)
    times << (now - start)
    left -= times.last
  end
  times.sort
end

times_of(SECONDS.to_f / 4)
times = times_of(SECONDS.to_f)
puts JSON.generate(
  requests: times.size, us: times.sum * 1e6, p50: times[times.size / 2] * 1e6,
  p99: times[times.size * 99 / 100] * 1e6, failures: {}
)
