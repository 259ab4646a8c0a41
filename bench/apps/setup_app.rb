#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# persist_app.rb with a set-up of a second: for what acgi was measured by.

require "persist_worker"

sleep 1
load File.join(__dir__, "persist_app.rb")
