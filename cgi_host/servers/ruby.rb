# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# ruby.rb SCRIPT: a fork server for a CGI program in Ruby.
#
# persist-cgi-host starts it with the interpreter that the script names. It
# compiles the script, loads the files of Ruby's library that the script requires
# at its top, and then makes a process for each request by fork(), as
# fork/fork_interpreter.c describes. There the script runs as the main program.

# Gone before the script runs, for which it must be as if we were not there.
module PersistForkServer
  REQUIRE = /^require[ (]*["']([\w\/-]+)["']/
  DATA = /^__END__\r?(\n|\z)/

  # The program, as it was when the server started.
  class Script
    attr_reader :path, :code

    def initialize(path)
      @path = path
      @source = File.binread(path)
      @code = RubyVM::InstructionSequence.compile_file(path)
    end

    # As the interpreter has it: the script itself, open behind its __END__.
    def open_data
      place = @source.b.match(DATA)&.end(0) or return
      file = File.open(@path)
      file.seek(place)
      Object.const_set(:DATA, file)
    end

    # What fails here fails again in the script, which may expect it.
    def load_library
      return if @source.match?(/\$LOAD_PATH|\$:|\bGem\b/n)

      @source.scan(REQUIRE).flatten.each do |name|
        require name if PersistForkServer.of_library?(name)
      rescue StandardError, ScriptError
        next
      end
    end
  end

  class << self
    # Whether the script would load this from Ruby's own library.
    def of_library?(name)
      return false if name.start_with?("bundler") # reads the environment

      _, path = $LOAD_PATH.resolve_feature_path(name)
      own = RbConfig::CONFIG.values_at("rubylibdir", "rubyarchdir")
      path.is_a?(String) && own.any? { |folder| path.start_with?(folder, "/") }
    end

    # What a process gets beside its descriptors and its variables.
    def read_arguments(place)
      file = IO.for_fd(place)
      count, *texts = file.binmode.read.split("\0", -1)
      file.close
      texts.first(count.to_i)
    end

    # Makes this process what execve(2) would make of the script. Its variables are
    # those of the request already.
    def become(arguments, script)
      ARGV.replace(texts(arguments))
      $0 = script.path
      script.open_data
    end

    # As the interpreter would have read them.
    def texts(list)
      list.map { |text| text.dup.force_encoding(Encoding.find("locale")) }
    end

    # Runs behind all at_exit blocks of the script: tells of an exception, as the
    # interpreter does, and does not take all apart.
    def end_with(error)
      silent = error.nil? || error.is_a?(SystemExit) ||
               error.instance_of?(SignalException)
      tell(error) unless silent
      [$stdout, $stderr].each(&:flush)
    rescue SystemCallError, IOError
      nil
    ensure
      die_of(error) if error.is_a?(SignalException)
      exit!(status_of(error))
    end

    # As the interpreter ends.
    def die_of(error)
      trap(error.signo, "SYSTEM_DEFAULT")
      Process.kill(error.signo, $$)
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
      place = Integer(ENV.fetch("PERSIST_FORK_FD"))
      script = prepare(ARGV.fetch(0))
      ENV["PERSIST_FORK_SERVE"] = "fork, environ"
      nil while fork
      become(read_arguments(place), script)
      server = self
      at_exit { server.end_with($!) }
      Object.send(:remove_const, :PersistForkServer)
      script.code
    end
  end
end

PersistForkServer.main.eval
