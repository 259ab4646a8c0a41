#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# persist_app.rb with a set-up of one second, as acgi was measured.

require "persist_worker"

sleep 1
load File.join(__dir__, "persist_app.rb")
