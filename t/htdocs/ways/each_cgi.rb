#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0

# Old CGI code in a loop; PATH_INFO chooses what it prints.

require 'cgi'
require 'persist_worker'

def facts(_cgi)
  puts 'Content-Type: text/plain', ''
  %w[REQUEST_METHOD PATH_INFO QUERY_STRING HTTP_X_MINE].each do |name|
    puts "#{name} #{ENV[name]}"
  end
  puts "#{File.basename($0)} #{File.basename(Dir.pwd)}"
end

def echo(cgi)
  cgi.out('text/plain') { cgi.params.to_a.inspect }
end

def stream(_cgi)
  print "Content-Type: text/plain\r\n\r\n"
  3.times do |number|
    puts "line #{number}"
    $stdout.flush
  end
end

def head(_cgi)
  print "Content-Type: text/plain\r\n\r\n"
  $stdout.flush
  sleep 0.01 until File.exist?(ENV['QUERY_STRING'])
end

def missing(cgi)
  cgi.out('status' => 'NOT_FOUND', 'type' => 'text/plain') { 'no such thing' }
end

def away(cgi)
  print cgi.header('status' => 'REDIRECT', 'location' => 'http://example.org/')
end

def bare(_cgi)
  print "Location: http://example.org/x?y\n\n"
end

def local(_cgi)
  print "Location: /ways/each_cgi.rb/facts?z=1\n\n"
end

def cookies(cgi)
  both = { 'a' => '1', 'b' => '2' }.map do |name, value|
    CGI::Cookie.new('name' => name, 'value' => value, 'path' => '/')
  end
  cgi.out('cookie' => both) { '<p>' }
end

def wrong(_cgi)
  print "Content-Type: text/plain\nContent-Length: 3\n\nfour bytes"
end

def left(cgi)
  cgi.out('text/plain') { 'left early' }
  exit 3
end

def child(_cgi)
  print "Content-Type: text/plain\n\nmine"
  system('echo of a child')
end

def silent(_cgi); end

def junk(_cgi)
  puts 'no header'
end

def raised(_cgi)
  print "Content-Type: text/plain\n\nnever seen"
  raise KeyError, 'what a pity'
end

PersistWorker.each_cgi { |cgi| send(cgi.path_info.delete('/'), cgi) }
