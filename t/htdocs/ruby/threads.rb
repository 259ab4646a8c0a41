#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# Two requests at a time in one process: each waits for the other.

require "persist_worker"

ours = Thread::Queue.new
theirs = Thread::Queue.new

PersistWorker.each_request(threads: 2) do |request|
  mine, other = request.path == "/a" ? [ours, theirs] : [theirs, ours]
  other << request.path
  request.respond(200, {}, "#{mine.pop} #{Process.pid}")
end
