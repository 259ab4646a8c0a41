#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "persist_worker"

PersistWorker.each_request do |request|
  request.respond(200, { "Content-Type" => "text/plain" },
                  "Hello from #{request.path}\n")
end
