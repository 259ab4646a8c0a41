#!/usr/bin/ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

puts "Content-Type: text/plain\n\nhello"
