#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# A CGI script that shows its environment: resident behind persist-cgi, and
# plain under mod_cgid.

require "cgi"
require "persist_worker"

PersistWorker.each_cgi do |cgi|
  cgi.out("text/plain") { ENV.sort.map { |name, value| "#{name}=#{value}\n" }.join }
end
