# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

ENV["RAILS_ENV"] ||= "production"
require_relative "application"
Rails.application.initialize!
