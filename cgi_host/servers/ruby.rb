# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# ruby.rb SCRIPT: a fork server for a CGI program in Ruby.
#
# persist-cgi-host starts it with the interpreter that the script names. It
# compiles the script, loads the files of Ruby's library that the script requires
# at its top, and then makes a process for each request, in which the script runs
# as the main program. The messages are those of fork/fork_message.h.

require "socket"

# Gone before the script runs, for which it must be as if we were not there.
module PersistForkServer
  HEAD = "LLL"
  HEAD_SIZE = 12
  BLOCKS_MAX = 4 << 20
  READY = 0
  REQUIRE = /^require[ (]*["']([\w\/-]+)["']/

  # The program, as it was when the server started.
  class Script
    attr_reader :path, :code

    def initialize(path)
      @path = path
      @source = File.binread(path)
      # DATA would have to be opened for each request at its place
      abort("#{path} has DATA") if @source.match?(/^__END__\r?$/)
      @code = RubyVM::InstructionSequence.compile_file(path)
    end

    # What fails here fails again in the script, which may expect it.
    def load_library
      @source.scan(REQUIRE).flatten.each do |name|
        require name if PersistForkServer.of_library?(name)
      rescue StandardError, ScriptError
        next
      end
    end
  end

  # What a process gets: descriptors, arguments and variables.
  class Request
    attr_reader :arguments, :variables, :folder

    def initialize(ios, blocks, lengths)
      @ios = ios
      texts = lengths.map { |length| blocks.slice!(0, length) }
      @arguments, @variables, folders = texts.map { |text| text.split("\0") }
      @folder = folders.first
    end

    def take_descriptors
      [STDIN, STDOUT, STDERR].zip(@ios) do |stream, io|
        sync = stream.sync # which reopen() takes from the other
        stream.reopen(io)
        stream.sync = sync
      end
    end

    def close
      @ios.each(&:close)
    end
  end

  class << self
    # Whether the script would load this from Ruby's own library.
    def of_library?(name)
      _, path = $LOAD_PATH.resolve_feature_path(name)
      own = RbConfig::CONFIG.values_at("rubylibdir", "rubyarchdir")
      path.is_a?(String) && own.any? { |folder| path.start_with?(folder, "/") }
    end

    def receive(channel)
      begun, _, _, *controls = channel.recvmsg(HEAD_SIZE, scm_rights: true)
      return if begun.nil? || begun.empty?

      rest = receive_all(channel, HEAD_SIZE - begun.bytesize) or return
      lengths = (begun + rest).unpack(HEAD)
      ios = controls.flat_map(&:unix_rights)
      return if lengths.sum > BLOCKS_MAX || ios.size != 3

      blocks = receive_all(channel, lengths.sum)
      blocks && Request.new(ios, blocks, lengths)
    end

    def receive_all(channel, size)
      size.zero? ? String.new : channel.read(size)
    end

    def answer(channel, number)
      channel.write([number].pack("l"))
    end

    # Returns the script in a process that was made for a request; nil at the
    # end of the server.
    def serve(channel, script)
      answer(channel, READY)
      while (request = receive(channel))
        pid = make_process
        return become(channel, request, script) unless pid

        answer(channel, pid)
        request.close
      end
    end

    def make_process
      fork
    rescue SystemCallError => e
      -e.errno
    end

    # Makes this process what execve(2) would make of the script.
    def become(channel, request, script)
      channel.close
      request.take_descriptors
      request.close
      ENV.replace(request.variables.to_h { |text| texts(text.split("=", 2)) })
      Dir.chdir(request.folder) if request.folder
      ARGV.replace(texts(request.arguments))
      $0 = script.path
      script
    end

    # As the interpreter would have read them.
    def texts(list)
      list.map { |text| text.dup.force_encoding(Encoding.find("locale")) }
    end

    # Runs behind all at_exit blocks of the script: tells of an exception, as the
    # interpreter does, and does not take all apart.
    def end_with(error)
      tell(error) unless error.nil? || error.is_a?(SystemExit)
      [$stdout, $stderr].each(&:flush)
    rescue SystemCallError, IOError
      nil
    ensure
      exit!(status_of(error))
    end

    def tell(error)
      own = error.backtrace&.reject { |line| line.start_with?(__FILE__) }
      error.set_backtrace(own) if own
      $stderr.write(error.full_message(highlight: false))
    end

    def status_of(error)
      return 0 if error.nil?

      error.is_a?(SystemExit) ? error.status : 1
    end

    def prepare(path)
      script = Script.new(path)
      script.load_library unless ENV["RUBYLIB"] || ENV["RUBYOPT"]
      GC.start
      script
    end

    # Returns the code of the script, in a process for a request only.
    def main
      channel = UNIXSocket.for_fd(Integer(ENV.fetch("PERSIST_FORK_FD")))
      script = serve(channel, prepare(ARGV.fetch(0)))
      exit!(0) unless script
      server = self
      at_exit { server.end_with($!) }
      Object.send(:remove_const, :PersistForkServer)
      script.code
    end
  end
end

PersistForkServer.main.eval
