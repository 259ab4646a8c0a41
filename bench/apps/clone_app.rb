#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# hello, with data and a set-up of one second; the same as clone_app.py.

require "persist_worker"

sleep 1
DATA = Array.new(500_000, &:to_s).freeze
TEXT = { "Content-Type" => "text/plain" }.freeze

PersistWorker.each_request(clones: ENV.key?("CLONES")) do |request|
  request.respond(200, TEXT, "hello\n")
end
