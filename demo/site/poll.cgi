#!/usr/bin/env ruby
# SPDX-License-Identifier: Apache-2.0
#
# A poll as it was written in 2005: one question, one vote for each browser.
require 'cgi'
QUESTION = 'Which editor do you use?'
ANSWERS = ['vi', 'Emacs', 'another one']
VOTES = File.join(File.dirname(__FILE__), '..', 'data', 'poll.txt')

# The votes for each answer, one more for this one.
def votes(answer)
  File.open(VOTES, File::RDWR | File::CREAT) do |file|
    file.flock(File::LOCK_EX)
    counts = file.readlines.map { |line| line.to_i }
    counts << 0 while counts.size < ANSWERS.size
    counts[answer] += 1 if answer
    file.rewind
    file.puts(counts)
    counts
  end
end

def form
  buttons = ANSWERS.map do |text|
    text = CGI.escapeHTML(text)
    "<button name=\"answer\" value=\"#{text}\">#{text}</button>"
  end
  "<form method=\"post\"><p>#{buttons.join(' ')}</form>"
end

def table(counts)
  rows = ANSWERS.zip(counts).map do |text, count|
    "<tr><td>#{CGI.escapeHTML(text)}<td>#{count}"
  end
  "<table>#{rows.join("\n")}</table>"
end

def poll(cgi)
  $shown += 1
  answer = ANSWERS.index(cgi['answer']) if cgi.request_method == 'POST'
  answer = nil if cgi.cookies['voted'].any?
  head = { 'type' => 'text/html', 'charset' => 'utf-8' }
  head['cookie'] = CGI::Cookie.new('voted', 'yes') if answer
  cgi.out(head) do
    <<HTML
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Poll</title>
<link rel="stylesheet" href="style.css">
<h1>#{QUESTION}</h1>
#{form}
#{table(votes(answer))}
<p><small>Process #{$$} has shown this page #{$shown} times.</small>
HTML
  end
end

$shown = 0
poll(CGI.new)
