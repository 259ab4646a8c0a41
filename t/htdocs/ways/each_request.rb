#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# One page for each kind of response; PATH_INFO chooses.

require "persist_worker"

TEXT = { "Content-Type" => "text/plain" }.freeze
NAMES = %w[GATEWAY_INTERFACE REQUEST_METHOD PATH_INFO QUERY_STRING CONTENT_TYPE
           HTTP_X_MINE].freeze

def facts(request)
  lines = NAMES.map { |name| "#{name}=#{request.env[name]}" }
  lines += [request.method, request.path, request.query,
            File.basename(Dir.pwd), File.basename(request.env["SCRIPT_NAME"])]
  request.respond(200, TEXT, lines.join("\n"))
end

def echo(request)
  request.respond(200, { "Content-Type" => "application/octet-stream" },
                  request.body.read)
end

def stream(request)
  request.start(200, TEXT)
  3.times do |number|
    request.write("line #{number}\n")
    request.flush
  end
end

def head(request)
  request.start(200, TEXT)
  request.flush
  sleep 0.01 until File.exist?(request.env["QUERY_STRING"])
end

def cookies(request)
  fields = [%w[Set-Cookie a=1], %w[Set-Cookie b=2], *TEXT]
  request.respond(418, fields, "twice")
end

def away(request)
  request.respond(302, { "Location" => "/elsewhere", **TEXT }, "there")
end

def nothing(request)
  request.respond(204)
end

def large(request)
  request.respond(200, TEXT, "0123456789" * 100_000)
end

def printed(request)
  puts "for the error log"
  system("echo and this")
  request.respond(200, TEXT, "clean")
end

def file(request)
  File.open(__FILE__) do |opened|
    request.start(200, TEXT)
    request.send_file(opened, 10, 100)
  end
end

def reset(request)
  request.respond(205, TEXT, "never sent")
end

def refused(request)
  names = []
  attempt = lambda do |name, *call|
    request.public_send(*call)
  rescue ArgumentError, RuntimeError
    names << name
  end
  attempt.call("level", :log, "x", 8)
  attempt.call("fraction", :start, 200.5, TEXT)
  17.times { attempt.call("hint", :early_hints, TEXT) }
  request.start(200, TEXT)
  attempt.call("late", :early_hints, TEXT)
  request.write(names.join(" "))
end

def silent(request); end

def raised(_request)
  raise KeyError, "what a pity"
end

PersistWorker.each_request { |request| send(request.path.delete("/"), request) }
