#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "persist_worker"

# Prints numbered lines by each name of standard output and error, in two
# threads.
PersistWorker.each_request(threads: 2) do |request|
  count, mark = request.env["QUERY_STRING"].split(",")
  count.to_i.times do |number|
    puts "line #{number} of #{mark} by stdout"
    warn "line #{number} of #{mark} by warn"
  end
  STDOUT.puts "line 0 of #{mark} by constant"
  system("echo line 0 of #{mark} by child")
  request.respond(200, { "Content-Type" => "text/plain" },
                  "#{Process.pid} #{request.request_id}")
end
