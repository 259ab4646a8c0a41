#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# As clone.py.

require "persist_worker"

def mark(what)
  File.write(ENV.fetch("MARKS"), "#{what} #{Process.pid}\n", mode: "a")
end

original = Process.pid
PersistWorker.after_fork do
  mark("cloned") if Process.pid != original
  original = Process.pid
end
sleep 2
DATA_SET = Array.new(Integer(ENV.fetch("ITEMS", "0")), &:to_s).freeze
mark("booted")
PersistWorker.each_request(clones: true) do |request|
  sleep 0.02 if request.path == "/work"
  exit! 1 if request.path == "/die"
  request.respond(200, {}, Process.pid.to_s)
end
