# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "rbconfig"

module PersistWorker
  # The code around the line that failed, for httpd's error page. persistd sets
  # PERSIST_DEBUG where PersistDebug is on.
  # @api private
  module Excerpt
    AROUND = 3 # lines before the failing one, and behind it
    LONGEST = 200 # characters of a line
    FOREIGN = %w[gems vendor .bundle].freeze
    # As the process begins: scripts change both.
    DEBUG = ENV["PERSIST_DEBUG"] == "1"
    FOLDER = File.join(Dir.pwd, "")
    BY = "by #{RbConfig.ruby}, #{RUBY_ENGINE} #{RUBY_VERSION}".freeze

    class << self
      # Returns the lines, or "" if there is no such file, or no PERSIST_DEBUG.
      # Each begins with blanks, and the failing one with ">".
      def of(backtrace)
        return "" unless DEBUG

        file, number = place(backtrace || [])
        source = file ? File.foreach(file).first(number + AROUND) : []
        return "" if number.to_i < 1 || source.length < number

        "  #{file}, line #{number} (#{BY}):\n#{lines(source, number)}"
      rescue SystemCallError
        ""
      end

      private

      # The deepest frame of the script's own files, or else the deepest.
      def place(backtrace)
        places = backtrace.filter_map do |line|
          line.match(/\A(.+?):(\d+)/) { |m| [m[1], m[2].to_i] }
        end
        places.find { |file, _| own?(file) } || places.first
      end

      def own?(file)
        path = File.realpath(file)
        path.start_with?(FOLDER) &&
          !path[FOLDER.length..].split("/").intersect?(FOREIGN)
      rescue SystemCallError # "(eval)"
        false
      end

      def lines(source, number)
        first = [1, number - AROUND].max
        source[first - 1..].each.with_index(first).map do |line, at|
          code = line.scrub.chomp[0, LONGEST]
          format("  %<mark>s %<at>4d | %<code>s\n",
                 mark: at == number ? ">" : " ", at:, code:)
        end.join
      end
    end
  end
end
