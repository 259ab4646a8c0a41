#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# The script under test of persist-conform, for the Ruby SDK.

require "persist_worker"

PLAIN = { "Content-Type" => "text/plain" }.freeze

PAGES = {
  "/hello" => ->(request) { request.respond(200, PLAIN, "hello") },
  "/env" => lambda do |request|
    lines = request.env.map { |name, value| "#{name.b}=#{value.b}\n".b }
    request.respond(200, PLAIN, lines.join)
  end,
  "/echo" => ->(request) { request.respond(200, PLAIN, request.body.read) },
  "/sleep" => lambda do |request|
    sleep(request.query.to_i / 1000.0)
    request.respond(200, PLAIN, "slept")
  end,
  "/error" => ->(_) { raise "as ordered" },
  "/fork" => lambda do |request|
    request.respond(200, PLAIN, fork { sleep 30 }.to_s)
  end,
  "/exec" => lambda do |request|
    pid = spawn("sleep", "30", close_others: false)
    request.respond(200, PLAIN, pid.to_s)
  end,
  "/exit" => lambda do |request|
    request.respond(200, PLAIN, "bye")
    exit
  end,
  "/stream" => lambda do |request|
    request.start(200, PLAIN)
    loop do
      request.write(request.body.readpartial(65_536))
      request.flush
    end
  rescue EOFError
    request.finish
  end,
  "/slow" => lambda do |request|
    request.start(200, PLAIN)
    3000.times do
      request.write("x")
      request.flush
      sleep 0.01
    end
  end,
  "/abort" => lambda do |request|
    request.start(200, PLAIN)
    request.write("x")
    request.flush
    raise "as ordered"
  end,
  "/hints" => lambda do |request|
    request.query.to_i.times do
      request.early_hints("Link" => "</x.css>; rel=preload")
    end
    request.respond(200, PLAIN, "hinted")
  end,
  "/after" => lambda do |request|
    request.after_response { sleep 0.3 }
    request.respond(200, PLAIN, "soon")
  end,
  "/file" => lambda do |request|
    request.start(200, PLAIN)
    File.open(request.query) { |file| request.send_file(file) }
  end
}.freeze

MISSING = ->(request) { request.respond(404, PLAIN, "there is no such page\n") }

PersistWorker.each_request(clones: true) do |request|
  PAGES.fetch(request.path, MISSING).call(request)
end
