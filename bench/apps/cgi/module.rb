#!/usr/bin/ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "cgi"

CGI.new.out("text/plain") { "hello\n" }
