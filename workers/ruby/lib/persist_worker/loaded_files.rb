# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "rbconfig"

module PersistWorker
  # The files of the script's own code, which persistd watches for changes: not
  # those of Ruby and of installed gems.
  class LoadedFiles
    PLACES = RbConfig::CONFIG.values_at(
      "rubylibdir", "rubyarchdir", "sitedir", "vendordir"
    ).compact

    def initialize
      @seen = 0
      @told = {}
    end

    # Whether anything at all has been loaded since fresh or all was called.
    def more?
      $LOADED_FEATURES.size != @seen
    end

    # As many as a frame has room for, the script first.
    def all
      @told.clear
      fresh
    end

    # Those which were not told before.
    def fresh
      @seen = $LOADED_FEATURES.size
      files = [::File.expand_path($PROGRAM_NAME), *$LOADED_FEATURES]
      files = files.reject { |file| @told.key?(file) || foreign?(file) }.uniq
      files = files.first(Wire::LIST_MAX)
      files.each { |file| @told[file] = true }
    end

    private

    def foreign?(file)
      !file.start_with?("/") || (PLACES + gems).any? do |place|
        file.start_with?("#{place}/")
      end
    end

    def gems
      defined?(Gem) ? Gem.path : []
    end
  end
end
