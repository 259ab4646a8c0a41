#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# A streaming body of Rack 3 that has nothing to say before there is a file.

require "persist_worker"

app = lambda do |env|
  body = lambda do |stream|
    sleep 0.01 until File.exist?(env["QUERY_STRING"])
    stream.close
  end
  [200, { "content-type" => "text/plain" }, body]
end

PersistWorker.serve_rack(app)
