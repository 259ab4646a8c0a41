# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "persist_worker/errors"
require_relative "persist_worker/excerpt"
require_relative "persist_worker/bytes"
require_relative "persist_worker/headers"
require_relative "persist_worker/body_buffer"
require_relative "persist_worker/body"
require_relative "persist_worker/file_part"
require_relative "persist_worker/response"
require_relative "persist_worker/request"
require_relative "persist_worker/marked"
require_relative "persist_worker/loaded_files"
require_relative "persist_worker/cloning"
require_relative "persist_worker/threads"
require "persist_worker/core" # compiled
require_relative "persist_worker/resident_request"
require_relative "persist_worker/worker"
require_relative "persist_worker/plain_exchange"
require_relative "persist_worker/plain"
require_relative "persist_worker/orders"
require_relative "persist_worker/terminal"
require_relative "persist_worker/cgi_output"
require_relative "persist_worker/cgi_program"

# Scripts that stay resident behind Apache httpd (mod_persist).
#
#   require "persist_worker"
#
#   PersistWorker.each_request do |request|
#     request.respond(200, { "Content-Type" => "text/plain" }, "hello")
#   end
#
# Require this first: it takes over the socket that persistd has left open in
# the process. The same file also runs as a CGI program, and from a terminal:
# ./app.rb --get '/path?x=1'
module PersistWorker
  class << self
    # @api private
    attr_reader :worker
    # @api private
    attr_writer :script

    # @api private
    # The absolute path of the script, or of the application's entry file.
    def script
      @script || ::File.expand_path($PROGRAM_NAME)
    end

    # Answers requests until the worker must end: calls the block for each, in
    # so many threads (1 to 16; nil: as PersistThreads says, or 1). An exception
    # ends its request (500, or the client's stream is aborted) and is logged.
    # Only exit, or a break out of the block, ends the worker. Without a block,
    # returns an Enumerator. Raises ArgumentError for a wrong number of threads,
    # RuntimeError on a second call.
    #
    # clones: with true, further workers of the script may be copies of this
    # process. They are ready at once and share most of their memory. With a
    # number, only after this process has served so many requests. This needs
    # threads: 1, and a script without threads of its own.
    def each_request(threads: nil, clones: false, &block)
      threads = Threads.check(threads, clones)
      return to_enum(:each_request, threads:, clones:) unless block

      serve(threads, clones) { block }
    end

    # The same for old CGI code, which finds its request in ENV, $stdin and $0,
    # and prints to $stdout. Yields CGI.new if the block takes an argument. exit
    # ends only the request.
    def each_cgi(clones: false, &block)
      raise ArgumentError, "each_cgi needs a block" unless block

      serve_by_length(1, clones) { CgiProgram.new(block) }
    end

    # The same for a Rack application, by the SPEC of Rack 2 or 3, whichever is
    # loaded. rack.hijack is refused. A response is sent as a whole if its body
    # is an Array, or is small and has a Content-Length. A file (to_path) is
    # passed to httpd. Other pieces are sent one by one.
    # env["persist_worker.request"] is the Request, for log, time_left, ….
    def serve_rack(app, threads: nil, clones: false)
      require_relative "persist_worker/rack_handler"
      threads = Threads.check(threads, clones)
      serve_by_length(threads, clones) do
        RackHandler.new(app, multithread: threads > 1, run_once: worker.nil?)
      end
    end

    # @api private
    # Runs the application that the arguments of run.rb name.
    def run_application(arguments)
      require_relative "persist_worker/runner"
      Runner.new(arguments).run
    end

    # @api private
    # Whether this process was forked by the script. The parent answers the
    # request then.
    def child?
      worker ? Core.child? : @pid != Process.pid
    end

    # Calls the block before a clone is made. It closes what two processes must
    # not share, such as databases, and ends threads. An exception is logged,
    # and no clone is made.
    def before_fork(&block)
      Cloning.before << block
    end

    # Calls the block after the fork, in the worker and in the clone, which both
    # go on. It opens again what before_fork has closed.
    def after_fork(&block)
      Cloning.after << block
    end

    # @api private
    # Returns the message and the backtrace of an exception, with only the lines
    # of the script, which ours would hide; with PERSIST_DEBUG also the code
    # around the failing line. Methods of a script's own exception class may
    # fail.
    def traceback(error)
      own = error.backtrace&.reject { |line| line.start_with?(__dir__) }
      error.set_backtrace(own) if own&.any?
      "#{error.full_message(highlight: false).chomp}\n#{Excerpt.of(own)}"
    rescue StandardError, ScriptError, SystemStackError => e
      [*own&.first, "#{error.class} (no traceback: #{e.class})"].join(": ")
    end

    private

    # For what reads CONTENT_LENGTH bytes of a body.
    def serve_by_length(threads, clones, &)
      Core.by_length if worker && !@pid
      serve(threads, clones, &)
    end

    # Runs the loop that fits the way in which this process was started. The
    # block returns the handler.
    def serve(threads, clones)
      raise "the loop has been entered before" if @pid

      @pid = Process.pid
      return worker.serve(yield, threads, clones) if worker

      cgi = ENV.key?("GATEWAY_INTERFACE")
      Plain.new(yield, cgi ? Plain.cgi_exchange : Terminal.exchange).serve
    end
  end

  @worker = Worker.inherit
end
