#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# As late.py.

require "persist_worker"

def deep
  loop { nil }
end

def flood(request)
  request.start(200)
  loop { request.write("x" * 65_536) }
end

def hold(request)
  path = request.env["QUERY_STRING"]
  File.write("#{path}.in", "")
  sleep 0.005 until File.exist?("#{path}.go") || request.cancelled?
  File.write("#{path}.out", request.cancelled? ? "cancelled" : "released")
  request.respond(200, {}, Process.pid.to_s)
end

def stream(request)
  request.start(200)
  request.write("half")
  request.flush
  deep
end

def catch_it(request)
  deep
rescue PersistWorker::DeadlineExceeded
  request.respond(200, {}, "caught at #{request.time_left}")
end

threads = Integer(ENV.fetch("THREADS", "1"))
PersistWorker.each_request(threads:) do |request|
  case request.path
  when "/catch" then catch_it(request)
  when "/flood" then flood(request)
  when "/hold" then hold(request)
  when "/sleep" then sleep 60
  when "/spin"
    request.log("id=#{request.request_id} spins")
    deep
  when "/stream" then stream(request)
  when "/who" then request.respond(200, {}, Process.pid.to_s)
  end
end
