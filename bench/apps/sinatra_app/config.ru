# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# Sinatra's hello.

require "sinatra/base"

class Hello < Sinatra::Base
  get("/sinatra") { "hello\n" }
end

run Hello
