# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "tempfile"

module PersistWorker
  # Runs old CGI code as a handler of requests. While the block runs, the
  # process is set up for the request as for a CGI program. So there is one
  # request at a time.
  class CgiProgram
    def initialize(block)
      require "cgi"
      @block = block
      @environment = ENV.to_h
      @program = $PROGRAM_NAME
      @directory = Dir.pwd
    end

    def call(request)
      output = CgiOutput.new(request.response)
      input = input_of(request)
      stand_in(request.env, input, output) { run_until_exit }
      output.finish unless PersistWorker.child?
    ensure
      input.close! if input.is_a?(Tempfile)
    end

    private

    # CGI needs the length of a body. That of a chunked one is only known when
    # all of it has come.
    def input_of(request)
      body = request.body
      return body if request.env.key?("CONTENT_LENGTH") || body.eof?

      spool(body, request.env)
    end

    def spool(body, env)
      file = Tempfile.new("persist_worker", binmode: true)
      file.unlink # or it would outlive a worker that is killed
      IO.copy_stream(body, file)
      env["CONTENT_LENGTH"] = file.pos.to_s
      [env, @environment].each { |one| one.delete("HTTP_TRANSFER_ENCODING") }
      file.rewind
      file
    end

    def run_until_exit
      @block.arity.zero? ? @block.call : @block.call(CGI.new)
    rescue SystemExit
      raise if PersistWorker.child?
    end

    def stand_in(env, input, output)
      stdin = $stdin
      stdout = $stdout
      ENV.replace(@environment.merge(env))
      $stdin = input
      $stdout = output
      $PROGRAM_NAME = @program if $PROGRAM_NAME != @program
      Dir.chdir(@directory)
      yield
    ensure
      $stdin = stdin
      $stdout = stdout
    end
  end
end
