# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# ruby -r ruby.rb SCRIPT: a fork server for a CGI program in Ruby.
#
# persist-cgi-host starts it with the interpreter that the script names. This file
# is loaded before the script. It loads the files of Ruby's library that the script
# requires at its top. Ruby then compiles the script. Before its first line runs,
# the server makes a process for each request by fork(), as
# fork/fork_interpreter.c describes. There the interpreter goes on, so that the
# script is the main program: TOPLEVEL_BINDING has its local variables, caller is
# empty, and DATA is what Ruby has opened.

# Gone before the script runs, for which it must be as if we were not there.
module PersistForkServer
  REQUIRE = /^require[ (]*["']([\w\/-]+)["']/

  # The end of a process. To take all apart, as Ruby does, takes as long as all else,
  # since each object is written to. So that is left out where nobody can notice.
  class End
    # They do something when their objects are freed, or leave it to the C library's
    # exit(), such as what was written to its stdout.
    LEAVE_WORK = %w[dbm fiddle gdbm objspace pty readline sdbm zlib].freeze

    # Behind a collection: the files that it would free are gone.
    def initialize
      @out = STDOUT
      @err = STDERR
      @collections = GC.count
      @finalizers = false
      [ObjectSpace, ObjectSpace.singleton_class].each { |place| watch(place) }
    end

    # What there is just before the script runs is not its own.
    def begin
      @own = [STDIN, @out, @err]
      @own << ::DATA if Object.const_defined?(:DATA)
      @files = count_files
    end

    # Flushes what Ruby flushes. What fails is told by it.
    def short?
      return false if @finalizers || threads? || files? || libraries?

      [@out, @err].each(&:flush)
      true
    rescue StandardError
      false
    end

    private

    # Nothing lists finalizers, so the function that makes them is replaced by one
    # that tells of it.
    def watch(place)
      found = place.instance_method(:define_finalizer)
      is_private = place.private_method_defined?(:define_finalizer)
      seen = -> { @finalizers = true }
      place.send(:remove_method, :define_finalizer)
      place.define_method(:define_finalizer) do |*given, &block|
        seen.call
        found.bind_call(self, *given, &block)
      end
      place.send(:private, :define_finalizer) if is_private
    end

    def threads?
      Thread.list.size > 1 || Ractor.count > 1
    end

    def count_files
      ObjectSpace.count_objects[:T_FILE]
    end

    # Whether a file is open, or another one takes the place of stdout. To look at
    # all objects takes longer than to count them.
    def files?
      return true unless @out.equal?($stdout) && @err.equal?($stderr)
      return false if GC.count == @collections && count_files == @files

      closed = IO.instance_method(:closed?)
      ObjectSpace.each_object(IO).any? do |file|
        @own.none?(file) && !closed.bind_call(file)
      end
    end

    # Whether there are any in C of which nobody knows what they do at the end.
    def libraries?
      own = RbConfig::CONFIG["rubyarchdir"]
      $LOADED_FEATURES.grep(/\.so\z/).any? do |file|
        name = File.basename(file, ".so")
        LEAVE_WORK.include?(name) ||
          (file.start_with?("/") && !file.start_with?("#{own}/"))
      end
    end
  end

  class << self
    # Whether the script would load this from Ruby's own library.
    def of_library?(name)
      return false if name.start_with?("bundler") # reads the environment

      _, path = $LOAD_PATH.resolve_feature_path(name)
      own = RbConfig::CONFIG.values_at("rubylibdir", "rubyarchdir")
      path.is_a?(String) && !replaced?(name) &&
        own.any? { |folder| path.start_with?("#{folder}/") }
    end

    # Whether a newer gem takes the place of a part of the library.
    def replaced?(name)
      own = defined?(Gem) && Gem.find_unresolved_default_spec(name)
      newest = own && Gem::Specification.stubs_for(own.name).first
      newest && !newest.default_gem?
    end

    # What a process gets beside its descriptors and its variables.
    def read_arguments(place)
      file = IO.for_fd(place)
      count, *texts = file.binmode.read.split("\0", -1)
      file.close
      texts.first(count.to_i)
    end

    # As the interpreter would have read them.
    def texts(list)
      list.map { |text| text.dup.force_encoding(Encoding.find("locale")) }
    end

    # Runs behind all at_exit blocks of the script. Ruby does what is left, or there
    # is nothing left that anybody can notice.
    def end_with(error, last)
      return unless error.nil? || error.is_a?(SystemExit)

      exit!(error ? error.status : 0) if last.short?
    end

    # Those of the library, such as that of tmpdir: Ruby begins its own numbers anew.
    def generators
      ObjectSpace.each_object(Random).reject(&:frozen?)
    end

    def begin_anew(generators)
      generators.each { |one| one.send(:initialize) }
    end

    # What fails here fails again in the script, which may expect it.
    def load_library(path)
      source = File.binread(path)
      return if source.match?(/\$LOAD_PATH|\$:|\bGem\b/n)

      source.scan(REQUIRE).flatten.each do |name|
        require name if of_library?(name)
      rescue StandardError, ScriptError
        next
      end
    end

    # Calls the block when the program has been compiled, before its first line.
    def before_first_line(program)
      trace = TracePoint.new(:line) do |point|
        next unless point.path == program

        trace.disable
        yield
      end
      trace.enable
    end

    # Ruby looks at the list of what is loaded once more when it has changed.
    def hide
      $LOADED_FEATURES.delete(__FILE__)
      $LOAD_PATH.resolve_feature_path("rbconfig")
    end

    # Waits. Returns in processes for requests only. Their variables are those of
    # the request already.
    def serve(place)
      hide
      GC.start
      random = generators
      last = End.new
      ENV["PERSIST_FORK_SERVE"] = "fork, environ"
      nil while fork
      begin_anew(random)
      ARGV.replace(texts(read_arguments(place)))
      last.begin
      server = self
      at_exit { server.end_with($!, last) }
      Object.send(:remove_const, :PersistForkServer)
    end

    def main(place)
      load_library($0) unless ENV["RUBYLIB"] || ENV["RUBYOPT"]
      before_first_line($0) { serve(place) }
    end
  end
end

PersistForkServer.main(Integer(ENV["PERSIST_FORK_FD"])) if ENV["PERSIST_FORK_FD"]
