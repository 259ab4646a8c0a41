#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# The Ruby worker of mod_persist. mod_cgid runs the same script as CGI.

require "persist_worker"
require_relative "work"

TEXT = { "Content-Type" => "text/plain" }.freeze

PersistWorker.each_request do |request|
  body = Work.answer(request.path, request.body) { request.env }
  if body.size == 1
    request.respond(200, TEXT, body.first)
  else
    length = body.sum(&:bytesize).to_s
    request.start(200, TEXT.merge("Content-Length" => length))
    body.each { |piece| request.write(piece) }
  end
end
