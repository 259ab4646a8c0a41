# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "bundle"
require_relative "load_failure"
require_relative "terminal"

module PersistWorker
  # Loads an application from its folder, and serves it.
  class Runner
    USAGE = "usage: run.rb --folder FOLDER ENTRY [ARGUMENT…]"

    # arguments: --folder FOLDER ENTRY, and those of the terminal mode.
    def initialize(arguments)
      option, folder, entry, *@arguments = arguments
      abort USAGE unless option == "--folder" && entry

      @folder = ::File.expand_path(folder)
      @entry = ::File.expand_path(entry)
    end

    # Serves the application until the worker must end. If it can't be loaded,
    # the process ends with the traceback, and a last line that says what to do.
    # persistd knows this line by its beginning.
    def run
      prepare
      app = loading { rack? ? load_rack : load(@entry) }
      ARGV.replace(@arguments)
      PersistWorker.serve_rack(app, clones: loading { clones }) if rack?
    end

    private

    def prepare
      Dir.chdir(@folder)
      name_process
      ENV["RACK_ENV"] ||= ENV.fetch("RAILS_ENV", "production")
      ENV["RAILS_ENV"] ||= ENV.fetch("RACK_ENV")
      loading { Bundle.prepare(@folder) }
    end

    # A file for Rack is not $0: Sinatra would start a server of its own. It
    # finds no arguments either, which Sinatra would take for its options.
    def name_process
      $PROGRAM_NAME = rack? ? "persist-app #{@entry}" : @entry
      ARGV.replace(rack? ? [] : @arguments)
      PersistWorker.script = @entry
      Terminal.mount = ""
    end

    def rack?
      @entry.end_with?(".ru")
    end

    # config.ru can't ask for clones itself.
    def clones
      case text = ENV.fetch("PERSIST_CLONES", "off")
      when "on", "off" then text == "on"
      when /\A\d{1,9}\z/ then text.to_i
      else
        raise ArgumentError, "PERSIST_CLONES must be on, off or a number of " \
                             "requests, not #{text}"
      end
    end

    # Rack 2 returns the options of the first line, too. Its Lint and middleware
    # count on uri, which other servers have loaded.
    def load_rack
      require "uri"
      require "rack"
      app = LoadedFiles.note { ::Rack::Builder.parse_file(@entry) }
      ::Rack.release.to_i < 3 ? app.first : app
    end

    def loading
      yield
    rescue StandardError, ScriptError => e
      warn PersistWorker.traceback(e)
      abort "persist-app: #{LoadFailure.advice(e, @folder)}"
    end
  end
end
