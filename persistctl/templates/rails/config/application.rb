# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "logger"
require "rails"
require "action_controller/railtie"

# The settings of this application. config.load_defaults and the railties of a
# database and others can be added here: https://guides.rubyonrails.org. Rails
# takes SECRET_KEY_BASE, by which cookies are signed, from .env.
class App < Rails::Application
  config.eager_load = true
  config.consider_all_requests_local = false
  config.hosts.clear # httpd has chosen the site already
  config.logger = ActiveSupport::TaggedLogging.new(Logger.new($stderr))
  config.log_level = :warn
end
