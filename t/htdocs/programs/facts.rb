#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# What a program in Ruby finds. It knows nothing of mod_persist.

require "erb"
require "json"

name = "Joe" # a template finds it in TOPLEVEL_BINDING
$top = [caller, TOPLEVEL_BINDING.local_variables, ERB.new("<%= name %>").result]

$count = ($count || 0) + 1 # what one request leaves behind, another would see

def facts
  body = $stdin.binmode.read
  ENV.sort.map { |pair| pair.join("=") } + [
    "arguments #{ARGV}", "program #{$0}, file #{__FILE__}, main #{self}",
    "data #{DATA.read}", "count #{$count}", "in #{Dir.pwd}, umask #{File.umask.to_s(8)}",
    "top #{$top}", "loaded #{$LOADED_FEATURES.grep(/ruby\.rb\z/)}",
    "json #{defined?(JSON)}, server #{defined?(PersistForkServer).inspect}",
    "encodings #{Encoding.default_external} #{ENV["PATH"].encoding}",
    "sync #{$stdout.sync} #{$stderr.sync}, at #{$stdin.fileno}",
    "read #{body.size} #{body.sum(32)}"
  ]
end

puts "Content-Type: text/plain\n\n"
case ENV.fetch("PATH_INFO", "/facts")
when "/process"
  puts "#{$$} #{File.open("/proc/self/maps", &:readline).split.first}"
  puts JSON.generate(rand)
when "/atexit"
  at_exit { puts "at the end" }
  warn "said by exit"
  exit 3
when "/raises"
  at_exit { puts "at the end" }
  raise ArgumentError, "raised here"
when "/fork"
  pid = fork do
    puts "child"
    exit 3
  end
  Process.wait(pid)
  puts "parent #{$?.exitstatus}"
else
  puts facts
end
__END__
behind the program
