# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "rbconfig"

module PersistWorker
  # The files of the script's own code, which persistd watches for changes.
  # Files of Ruby, of installed gems and of this package are left out.
  class LoadedFiles
    PLACES = [
      *RbConfig::CONFIG.values_at("rubylibdir", "rubyarchdir", "sitedir",
                                  "vendordir").compact, __dir__
    ].freeze

    # persist-app names the application's .env there.
    VARIABLE = "PERSIST_ENV_FILE"

    @others = [ENV.fetch(VARIABLE, nil)].compact

    class << self
      # Further files of the script, which it has not loaded by require.
      attr_reader :others

      # Has this file watched, too.
      def also(file)
        @others << file
      end

      # Has what the block loads by load watched, too: Ruby keeps no list of it.
      # Code in strings is left out.
      def note(&)
        trace = TracePoint.new(:script_compiled) do |event|
          code = event.instruction_sequence
          also(code.absolute_path) unless event.eval_script
        end
        trace.enable(&)
      end
    end

    # Whether any file has been loaded since block was called.
    def more?
      $LOADED_FEATURES.size != @seen
    end

    # Returns all files as a block for the core, the script first.
    def block
      @seen = $LOADED_FEATURES.size
      files = [PersistWorker.script, *LoadedFiles.others, *$LOADED_FEATURES]
      own = files.grep(String).map(&:b).reject { |file| foreign?(file) }.uniq
      own.map { |file| file << 0 }.join
    end

    private

    # Bytes, because names in two encodings can't be compared.
    def foreign?(file)
      !file.start_with?("/") || (PLACES + gems).any? do |place|
        file.start_with?("#{place}/".b)
      end
    end

    def gems
      defined?(Gem) ? Gem.path : []
    end
  end
end
