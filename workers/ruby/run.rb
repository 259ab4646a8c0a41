# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# run.rb --folder FOLDER ENTRY [ARGUMENT…]: runs the application ENTRY, a file
# for Rack (config.ru) or a script, with FOLDER as its working directory.
# persist-app starts this program. A copy of persist_worker that this Ruby has
# installed as a gem outranks the server's own, which is beside this file.

require "rbconfig"

begin
  gem "persist_worker"
rescue LoadError, NoMethodError # no such gem, or no gems at all
  lib = File.join(__dir__, "lib")
  $LOAD_PATH.unshift(lib) if File.directory?(lib)
end

begin
  require "persist_worker"
rescue LoadError => e
  warn e.full_message(highlight: false)
  abort "persist-app: #{RbConfig.ruby} (Ruby #{RUBY_VERSION}) can't load " \
        "persist_worker: #{e.message.lines.first&.chomp}. Build its gem for " \
        "this Ruby, from the sources of mod_persist: cd workers/ruby && gem " \
        "build persist_worker.gemspec && gem install persist_worker-*.gem; " \
        "or choose another Ruby by PersistInterpreter"
end

PersistWorker.run_application(ARGV)
