# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# A page in Sinatra. `rackup` serves it as well: nothing here knows httpd.

require "sinatra/base"

# Greets by name, in views/greet.erb.
class Greeting < Sinatra::Base
  set :root, __dir__

  helpers { def h(text) = Rack::Utils.escape_html(text) }

  get("/") { erb :greet, locals: { name: params["name"] || "from Sinatra" } }
  get("/greet/:name") { erb :greet, locals: { name: params["name"] } }
end

run Greeting
