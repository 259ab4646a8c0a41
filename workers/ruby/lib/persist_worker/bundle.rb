# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The gems of an application: those of its Gemfile, if it has one.
  module Bundle
    LIB = ::File.expand_path("..", __dir__)

    class << self
      # Makes the gems of BUNDLE_GEMFILE, or of the folder's own Gemfile,
      # loadable, and no others. persist_worker need not be among them. Raises
      # Bundler::BundlerError.
      def prepare(folder)
        file = ::File.join(folder, "Gemfile")
        ENV["BUNDLE_GEMFILE"] ||= file if ::File.file?(file)
        return unless active?

        require "bundler"
        Bundler.setup
        LoadedFiles.also(Bundler.default_lockfile.to_s)
        $LOAD_PATH.unshift(LIB) unless $LOAD_PATH.include?(LIB)
      end

      def active?
        ENV.key?("BUNDLE_GEMFILE")
      end
    end
  end
end
