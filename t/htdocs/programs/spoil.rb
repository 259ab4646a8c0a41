#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# Tells all that it finds of its process, and then spoils all that it can.

require "fcntl"
require "tmpdir"

$count = ($count || 0) + 1

def tell_files
  %w[status limits stat comm coredump_filter timerslack_ns personality
     oom_score_adj fdinfo/0 fdinfo/1 fdinfo/2].each do |name|
    File.foreach("/proc/self/#{name}") { |line| puts "#{name} #{line}" }
  end
end

def tell
  (0..100).each { |fd| puts "open #{fd}" if File.exist?("/proc/self/fd/#{fd}") }
  stdin = File.for_fd(0, autoclose: false)
  # Programs of another test may hold the lock for a moment.
  locked = 1000.times.any? do
    stdin.flock(File::LOCK_EX | File::LOCK_NB) || !sleep(0.01)
  end
  puts "lock #{locked}"
  puts "own group #{Process.getpgrp == $$}"
  puts "count #{$count} in #{Dir.pwd}"
  puts "words #{ARGV} #{$0} #{$,.inspect} #{$;.inspect} #{$VERBOSE} #{$DEBUG}"
  puts "path #{$LOAD_PATH}", "data #{DATA.gets}"
  ENV.sort.each { |name, value| puts "#{name}=#{value}" }
  puts "random #{rand} #{Random.new.seed}"
  puts "unique #{Dir.mktmpdir}"
end

def leave_process
  [$stdin, $stdout, $stderr].each do |stream|
    flags = stream.fcntl(Fcntl::F_GETFL)
    stream.fcntl(Fcntl::F_SETFL, flags | Fcntl::O_NONBLOCK)
  end
  %w[TERM HUP USR1 USR2 INT].each { |name| trap(name, "IGNORE") }
  Process.setpriority(Process::PRIO_PROCESS, 0, 7)
  Process.setrlimit(:NOFILE, 77, 78)
  Process.setrlimit(:CPU, 77, 78)
  $kept = (1..50).map { File.open("/dev/null") }
  Dir.chdir("/tmp")
  File.umask(0)
  File.write("/proc/self/oom_score_adj", "500")
end

def leave_interpreter
  srand(1234)
  ENV.replace("SPOILED" => "1")
  ARGV.replace(["spoiled"])
  $LOAD_PATH.clear
  $0 = "spoiled"
  DATA.rewind
  at_exit { puts "at the end" }
end

puts "Content-Type: text/plain\n\n"
tell_files
tell
leave_process
leave_interpreter
__END__
the data of this script
