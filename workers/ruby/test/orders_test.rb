# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"
require "open3"

# ./app.rb stop, and where it is ignored.
class OrdersTest < WorkerTest
  SCRIPT = <<~'RUBY'
    require 'persist_worker'
    PersistWorker.each_request { |request| request.respond(200, {}, "page") }
  RUBY

  # Replaces persistctl: prints its arguments.
  PROGRAM = %(#!/bin/sh\nprintf '%s\\n' "$@"\nexit 3\n)

  def in_place
    Dir.mktmpdir("pw") do |directory|
      @script = File.join(directory, "app.rb")
      File.write(@script, SCRIPT)
      @program = File.join(directory, "persistctl")
      File.write(@program, PROGRAM, perm: 0o755)
      yield directory
    end
  end

  def run_script(*arguments, **environment)
    none = { "PERSIST_WORKER" => nil, "GATEWAY_INTERFACE" => nil }
    output, log, status =
      Open3.capture3(none.merge(environment.transform_keys(&:to_s)),
                     RbConfig.ruby, "-w", "-I", LIB, @script, *arguments)
    [output, log, status.exitstatus]
  end

  def test_orders_are_persistctls
    in_place do |directory|
      %w[status pid start stop restart reload drain].each do |order|
        assert_equal ["#{order}\n#{@script}\n--json\n", "", 3],
                     run_script(order, "--json", PERSISTCTL: @program)
      end
      path = "#{directory}:#{ENV.fetch('PATH')}"

      assert_equal 3, run_script("stop", PATH: path).last
    end
  end

  def test_where_there_is_no_persistctl_it_says_so
    in_place do |directory|
      output, log, status =
        run_script("stop", PERSISTCTL: File.join(directory, "none"))

      assert_equal ["", 1], [output, status]
      assert_match(/No such file.*PERSISTCTL/, log)
    end
  end

  # /app.rb?stop makes the argument "stop" (RFC 3875, 4.4).
  def test_a_request_gives_no_orders
    in_place do
      request = { PERSISTCTL: @program, REQUEST_METHOD: "GET",
                  QUERY_STRING: "stop" }
      output, = run_script("stop", GATEWAY_INTERFACE: "CGI/1.1", **request)

      assert output.end_with?("\r\n\r\npage"), output
      %i[REQUEST_METHOD QUERY_STRING].each do |one|
        output, log, = run_script("stop", **request.except(one))

        assert_equal "", output
        assert_match(/^usage: /, log)
      end
    end
  end
end
