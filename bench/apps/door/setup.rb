#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# environment.rb with a set-up of one second.

sleep 1
load File.join(__dir__, "environment.rb")
