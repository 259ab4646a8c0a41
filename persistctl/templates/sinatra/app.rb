# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "sinatra/base"

# The pages of this application.
class App < Sinatra::Base
  get "/" do
    "<p>Hello from Sinatra. <a href=\"#{url('/about')}\">About</a></p>\n"
  end

  get "/about" do
    "<p>This is @NAME@.</p>\n"
  end
end
