#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# What the SDK for Ruby can do; PATH_INFO chooses.

require "persist_worker"

TEXT = { "Content-Type" => "text/plain" }.freeze
CONTENT = Array.new(20_000) { |i| format("%09d\n", i) }.join

def query(request)
  request.env["QUERY_STRING"].split("&").to_h { |pair| pair.split("=", 2) }
end

def mark(request, text = "")
  path = query(request).fetch("mark")
  File.write("#{path}.tmp", text)
  File.rename("#{path}.tmp", path)
end

# The test has seen what was sent before.
def await_go(request)
  sleep 0.01 until File.exist?(query(request).fetch("go"))
end

def echo(request)
  request.respond(200, TEXT, request.body.read)
end

def pieces(request)
  request.start(200, TEXT)
  request.write("first")
  request.flush
  await_go(request)
  request << "second"
end

def hints(request)
  request.early_hints("Link" => "</a.css>; rel=preload")
  request.log("a line of the script's", :notice)
  request.respond(200, { **TEXT, "Set-Cookie" => %w[a=1 b=2] }, "hello")
end

def fail_early(_request)
  raise KeyError, "no such thing"
end

def fail_late(request)
  request.start(200, TEXT)
  request.write("half of it")
  request.flush
  await_go(request)
  raise KeyError, "too late"
end

def print_out(request)
  puts "printed by mistake"
  system("echo printed by a child")
  request.respond(200, TEXT, "clean")
end

def endless(request)
  request.start(200, TEXT)
  loop { request.write("x" * 1000) }
rescue PersistWorker::ClientGone
  mark(request)
  raise
end

def ask(request)
  request.start(200, TEXT)
  request.flush
  sleep 0.01 until request.cancelled?
  mark(request)
end

def upload(request)
  request.body.read
rescue PersistWorker::ClientGone, PersistWorker::BodyBroken => e
  mark(request, e.class.name)
  raise
end

def file(request)
  File.open(File.join(ENV.fetch("PERSIST_T_ROOT"), "ruby-file"), "w+") do |file|
    file.write(CONTENT)
    request.start(200, TEXT)
    request.send_file(file)
  end
end

def trailers(request)
  request.start(200, TEXT)
  request.write("hello")
  request.finish("X-Sum" => "abc")
end

def left(request)
  request.respond(200, TEXT, request.time_left.to_s)
end

def after(request)
  request.after_response { mark(request) }
  request.respond(200, TEXT, "now")
end

def hello(request)
  request.respond(200, TEXT, Process.pid.to_s)
end

PAGES = {
  "/after" => :after, "/ask" => :ask, "/echo" => :echo, "/endless" => :endless,
  "/exit" => :exit, "/fail-early" => :fail_early, "/fail-late" => :fail_late,
  "/file" => :file, "/hello" => :hello, "/hints" => :hints, "/left" => :left,
  "/pieces" => :pieces, "/print" => :print_out, "/trailers" => :trailers,
  "/upload" => :upload
}.freeze

PersistWorker.each_request do |request|
  page = PAGES.fetch(request.path)
  page == :exit ? exit : send(page, request)
end
