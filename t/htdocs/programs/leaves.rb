#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# What a program in Ruby leaves to the end of its process. It knows nothing of
# mod_persist.

require "tempfile"

MARK = File.join(ENV.fetch("MARK"), ENV.fetch("HTTP_X_WAY"), "log")

def start
  File.open(MARK, "a").puts "line"
end

def header(out = $stdout)
  out.puts "Content-Type: text/plain\n\nok"
end

def tell(what)
  proc { File.write(MARK, "#{what}\n", mode: "a") }
end

header unless %w[/descriptor /replaces].include?(ENV.fetch("PATH_INFO"))
case ENV.fetch("PATH_INFO")
when "/file"
  start
when "/temporary"
  $file = Tempfile.new("one", File.dirname(MARK))
when "/descriptor"
  $out = IO.for_fd(1, "w")
  header($out)
when "/replaces"
  $stdout = IO.for_fd(1, "w")
  header
when "/finalizer"
  $one = Object.new
  ObjectSpace.define_finalizer($one, tell("an object has ended"))
when "/included"
  include ObjectSpace
  $one = Object.new
  define_finalizer($one, tell("an object has ended"))
when "/thread"
  ready = Queue.new
  Thread.new do
    ready << 1
    sleep
  ensure
    puts "a thread ends"
  end
  ready.pop
when "/libc"
  require "fiddle"
  $stdout.flush
  puts = Fiddle::Handle::DEFAULT["puts"]
  Fiddle::Function.new(puts, [Fiddle::TYPE_VOIDP], Fiddle::TYPE_INT).call("by the C library")
when "/exits"
  trap("EXIT") { puts "a trap" }
  at_exit { puts "a handler" }
  start
  exit 3
when "/raises"
  start
  raise ArgumentError, "raised here"
when "/signal"
  pid = fork do
    start
    raise SignalException, "TERM"
  end
  Process.wait(pid)
  puts "parent #{$?.termsig}"
when "/child"
  pid = fork do
    start
    $file = Tempfile.new("one", File.dirname(MARK))
    exit 3
  end
  Process.wait(pid)
  puts "parent #{$?.exitstatus}"
when "/process"
  puts File.open("/proc/self/maps", &:readline).split.first
end
