# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "config/environment"
run Rails.application
