# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# ruby_server.rb SERVER: which names the fork server of Ruby takes for those of
# Ruby's own library.

require "fileutils"
require "rubygems"
require "tmpdir"
require File.expand_path(ARGV.fetch(0))

$facts = 0

def fact(what, holds)
  puts "#{"not " unless holds}ok #{$facts += 1} - #{what}"
end

def of_library?(name)
  PersistForkServer.of_library?(name)
end

def write(path, text)
  FileUtils.mkdir_p(File.dirname(path))
  File.write(path, text)
end

# As gem install leaves it.
def install_gem(root, name)
  write("#{root}/specifications/#{name}-999.gemspec", <<~END)
    # -*- encoding: utf-8 -*-
    # stub: #{name} 999 ruby lib
    Gem::Specification.new do |s|
      s.name = "#{name}"
      s.version = "999"
      s.require_paths = ["lib"]
    end
  END
  write("#{root}/gems/#{name}-999/lib/#{name}.rb", "")
end

%w[json json/add/core cgi etc socket].each do |name|
  fact("#{name} is of the library", of_library?(name))
end
fact("bundler reads the environment", !of_library?("bundler/setup"))
fact("what is nowhere is not of it", !of_library?("nowhere"))

Dir.mktmpdir do |root|
  write("#{root}/site/of_the_site.rb", "")
  $LOAD_PATH << "#{root}/site"
  fact("nor what lies elsewhere", !of_library?("of_the_site"))
  $LOAD_PATH.unshift("#{root}/site")
  write("#{root}/site/etc.rb", "")
  fact("a file that goes first is not", !of_library?("etc"))
  install_gem(root, "json")
  Gem.use_paths(root, [root, *Gem.path])
  fact("nor is one that a gem replaces", !of_library?("json"))
  fact("but the rest of the library is", of_library?("cgi"))
end
puts "1..#{$facts}"
