#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0

# Old CGI code, resident: forms, cookies and uploads by the cgi library.

require 'cgi'
require 'persist_worker'

$runs = 0

PersistWorker.each_cgi do |cgi|
  $runs += 1
  case cgi.path_info
  when '/form'
    cgi.out('text/plain') { "#{cgi['name']}|#{cgi.params['n'].join(',')}" }
  when '/cookie'
    seen = cgi.cookies['visits'].first.to_i
    cookie = CGI::Cookie.new('name' => 'visits', 'value' => (seen + 1).to_s)
    cgi.out('type' => 'text/plain', 'cookie' => [cookie]) { "seen #{seen}" }
  when '/upload'
    file = cgi.params['file'].first
    content = file.read
    cgi.out('text/plain') do
      "#{file.original_filename}|#{content.size}|#{content.sum}"
    end
  when '/missing'
    print "Status: 404 Not Found\r\nContent-Type: text/plain\r\n\r\nnothing"
  when '/away'
    print cgi.header('status' => 'REDIRECT', 'location' => '/elsewhere')
  when '/exit'
    cgi.out('text/plain') { "run #{$runs} of #{Process.pid}" }
    exit 3
  when '/half'
    print "Content-Type: text/plain\r\n\r\nhalf a page"
    raise 'in the middle'
  end
end
