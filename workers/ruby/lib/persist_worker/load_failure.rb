# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "shellwords"

module PersistWorker
  # What to do about an application that can't be loaded.
  module LoadFailure
    class << self
      # Returns one line for the exception.
      def advice(error, folder)
        text = case error
               when bundler("RubyVersionMismatch") then other_ruby(error)
               when bundler("GemfileError") then "the Gemfile can't be read: " \
                                                 "see above"
               when bundler("BundlerError") then install(error, folder)
               when SyntaxError then first_line(error)
               when LoadError then missing(error, folder)
               else failed(error, folder)
               end
        text.gsub(/\s*\n\s*/, " ")
      end

      private

      # Returns the class of Bundler; without Bundler, one that fits nothing.
      def bundler(name)
        defined?(::Bundler) ? ::Bundler.const_get(name) : NilClass
      end

      def other_ruby(error)
        "#{error.message}; choose that Ruby by PersistInterpreter (this is " \
          "#{RbConfig.ruby})"
      end

      def install(error, folder)
        "#{first_line(error).chomp('.')}; run: #{bundle_install(folder)}"
      end

      def bundle_install(folder)
        "cd #{folder.shellescape} && bundle install"
      end

      def missing(error, folder)
        path = error.path.to_s
        return first_line(error) if path.empty? || path.start_with?("/", ".")

        "no gem or file for require \"#{path}\"; #{remedy(path, folder)}"
      end

      def remedy(path, folder)
        name = path.split("/").first
        if Bundle.active?
          return "add gem \"#{name}\" to #{ENV.fetch('BUNDLE_GEMFILE')} and " \
                 "run: #{bundle_install(folder)}"
        end
        "run: gem install #{name.shellescape} (Debian: apt install " \
          "ruby-#{name.tr('_', '-').shellescape}), for #{RbConfig.ruby}"
      end

      def failed(error, folder)
        return "config.ru has no line \"run APPLICATION\"" if
          error.message.include?("missing run or map statement")

        "#{place(error, folder)}#{first_line(error)} (#{error.class})"
      end

      # Returns the file and line of the folder's own code that has failed.
      def place(error, folder)
        line = error.backtrace&.find { |frame| frame.start_with?("#{folder}/") }
        line ? "#{line[/\A.+?:\d+/]}: " : ""
      end

      # Returns the first line, and the next one if the first announces it.
      def first_line(error)
        lines = error.message.lines.map(&:strip).reject(&:empty?)
        lines.first(lines.first.to_s.end_with?(":") ? 2 : 1).join(" ")
      end
    end
  end
end
