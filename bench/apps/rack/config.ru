# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# The Rack application of puma and Passenger.

require_relative "../work"

run(lambda do |env|
  body = Work.answer(env["PATH_INFO"].to_s, env["rack.input"]) { env }
  length = body.sum(&:bytesize).to_s
  [200, { "Content-Type" => "text/plain", "Content-Length" => length }, body]
end)
