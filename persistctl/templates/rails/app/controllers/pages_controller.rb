# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# The pages of this application.
class PagesController < ActionController::Base
  def index
    link = helpers.link_to("About", about_path)
    render html: helpers.tag.p(helpers.safe_join(["Hello from Rails. ", link]))
  end

  def about
    render html: helpers.tag.p("This is @NAME@.")
  end
end
