# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # ./app.rb stop: a script calls persistctl for itself.
  module Orders
    ALL = %w[status pid start stop restart reload drain].freeze

    # Becomes persistctl when the first argument is an order. Arguments are
    # ignored if the environment is that of a request, whatever else is in it: a
    # query without "=" becomes the arguments of a CGI program (RFC 3875, 4.4),
    # and any client can send one.
    def self.obey(arguments = ARGV)
      return if ENV.key?("REQUEST_METHOD") || ENV.key?("QUERY_STRING")
      return unless ALL.include?(arguments.first)

      order, *rest = arguments
      become_persistctl(order, PersistWorker.script, *rest)
    end

    def self.become_persistctl(*arguments)
      program = ENV.fetch("PERSISTCTL", "")
      program = "persistctl" if program.empty?
      STDOUT.flush
      exec([program, program], *arguments)
    rescue SystemCallError => e
      abort "#{$PROGRAM_NAME}: #{e.message}; it comes with mod_persist, and " \
            "PATH or PERSISTCTL has to lead to it"
    end
    private_class_method :become_persistctl
  end
end
