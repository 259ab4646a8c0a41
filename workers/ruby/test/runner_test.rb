# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"
require "open3"

# run.rb: applications of a folder, from a terminal.
class RunnerTest < Minitest::Test
  RUN = File.expand_path("../run.rb", __dir__)

  # A stand-in for the gem: what a runner needs of Rack 3.
  RACK = <<~'RUBY'
    module Rack
      def self.release = "3.0.0"
      class Builder
        def self.parse_file(path)
          builder = new
          builder.instance_eval(File.read(path), path)
          builder.app || raise("missing run or map statement")
        end
        attr_reader :app
        def run(app) = @app = app
      end
    end
  RUBY

  APP = <<~'RUBY'
    run lambda { |env|
      facts = [env["SCRIPT_NAME"], env["PATH_INFO"], Dir.pwd, $0, ARGV,
               ENV.values_at("RACK_ENV", "RAILS_ENV")]
      [200, { "x-a" => "b" }, [facts.inspect]]
    }
  RUBY

  def setup
    @folder = Dir.mktmpdir("pw")
    write("rack.rb", RACK)
  end

  def teardown
    FileUtils.remove_entry(@folder)
  end

  def write(name, text)
    File.write(File.join(@folder, name), text)
  end

  # Runs the application; returns its output, the log, and the exit status.
  def run_app(text, *arguments, entry: "config.ru", rack: "-I#{@folder}",
              environment: {})
    write(entry, text)
    Open3.capture3({ "RACK_ENV" => nil, "RAILS_ENV" => nil,
                     "BUNDLE_GEMFILE" => nil, "PERSIST_WORKER" => nil,
                     **environment },
                   RbConfig.ruby, "-w", *rack, RUN, "--folder", @folder,
                   File.join(@folder, entry), *arguments, chdir: "/")
  end

  # The last line of the log of an application that can't be loaded.
  def last_words(text, **options)
    output, log, status = run_app(text, "--get", "/", **options)

    assert_equal ["", 1], [output, status.exitstatus]
    log.lines.last.delete_prefix("persist-app: ").chomp
  end

  def test_an_application_runs_in_its_folder
    output, log, = run_app(APP, "-i", "--get", "/a%20b?c")
    facts = ["", "/a%20b", @folder, "persist-app #{@folder}/config.ru",
             ["-i", "--get", "/a%20b?c"], %w[production production]].inspect

    assert_equal "", log
    assert_equal "HTTP/1.1 200 OK\r\nx-a: b\r\nContent-Length: " \
                 "#{facts.bytesize}\r\n\r\n#{facts}", output
  end

  def test_the_environment_may_be_chosen
    { { "RACK_ENV" => "a" } => %w[a a], { "RAILS_ENV" => "b" } => %w[b b],
      { "RACK_ENV" => "a", "RAILS_ENV" => "b" } => %w[a b] }
      .each do |environment, seen|
        output, = run_app(APP, "/", environment:)

        assert_includes output, seen.inspect
      end
  end

  # So Rails loads its routes and initializers.
  def test_a_file_is_watched_that_is_loaded_without_require
    write("routes.rb", "")
    said, = run_app(<<~'RUBY', "--get", "/")
      load("./routes.rb")
      files = PersistWorker::LoadedFiles.new.block.split("\0")
      run lambda { |_| [200, {}, [files.join("|")]] }
    RUBY

    assert_includes said.split("|"), File.join(@folder, "routes.rb")
  end

  def test_a_watched_name_may_have_any_encoding
    said, = run_app(<<~'RUBY', "--get", "/")
      def Gem.path = ["/\xe8".b]
      $LOADED_FEATURES << "/\u{e9}.rb"
      files = PersistWorker::LoadedFiles.new.block.split("\0")
      run lambda { |_| [200, {}, [files.include?("/\u{e9}.rb".b).to_s]] }
    RUBY

    assert_equal "true", said
  end

  def test_the_same_application_is_a_cgi_program
    output, = run_app(APP, environment: { "GATEWAY_INTERFACE" => "CGI/1.1",
                                          "SCRIPT_NAME" => "/m",
                                          "REQUEST_METHOD" => "GET" })

    assert_match(%r{\AStatus: 200 OK\r\nx-a: b\r\n.*\["/m", "", }m, output)
  end

  def test_a_script_may_be_an_application
    output, log, = run_app(<<~'RUBY', "--get", "/x", entry: "app.rb")
      require "persist_worker"
      PersistWorker.each_request do |request|
        request.respond(200, {}, [request.mount, request.path, $0].inspect)
      end
    RUBY

    assert_equal %(["", "/x", "#{@folder}/app.rb"]), output
    assert_equal "", log
  end

  def test_what_can_not_be_loaded_says_what_to_do
    { "" => 'config.ru has no line "run APPLICATION"',
      "\nraise 'a bad day'" =>
        "#{@folder}/config.ru:2: a bad day (RuntimeError)",
      "\nraise \"Cannot load the settings:\\nNo such file\"" =>
        "#{@folder}/config.ru:2: Cannot load the settings: No such file " \
        "(RuntimeError)",
      "require 'no_such/gem'" =>
        'no gem or file for require "no_such/gem"; run: gem install no_such ' \
        "(Debian: apt install ruby-no-such), for #{RbConfig.ruby}",
      "require_relative 'gone'" => "cannot load such file -- " \
                                   "#{@folder}/gone" }.each do |text, words|
      assert_equal words, last_words(text)
    end
    assert_match(/config.ru:1: syntax error/, last_words("run ("))
  end

  def test_what_is_to_be_pasted_is_quoted
    top = @folder
    @folder = File.join(top, "a b;c")
    Dir.mkdir(@folder)

    assert_includes last_words("require 'no such'", rack: "-I#{top}"),
                    "run: gem install no\\ such ("
    write("Gemfile", "gem 'no_such'\n")

    assert_match(%r{; run: cd \S+/a\\ b\\;c && bundle install\z},
                 last_words(APP, rack: "-I#{top}"))
  ensure
    @folder = top
  end

  def test_a_missing_rack_is_named
    words = last_words(APP, rack: "--disable-gems")

    assert_includes words, "gem install rack"
  end

  def test_the_gems_are_those_of_the_gemfile
    write("Gemfile", "gem 'no_such'\n")

    assert_match(/\ACould not find gem 'no_such'.*; run: cd .* bundle install/,
                 last_words(APP))
    write("Gemfile", "gem 'msgpack'\n")
    output, = run_app("require 'msgpack'; require 'persist_worker'\n#{APP}",
                      "/")

    assert_includes output, @folder
    assert_match(/; add gem "minitest" to .*Gemfile and run: .* bundle install/,
                 last_words("require 'minitest'"))
    write("Gemfile", "ruby '2.0.0'\n")

    assert_match(/\AYour Ruby version is .*PersistInterpreter/, last_words(APP))
    write("Gemfile", "gem (")

    assert_equal "the Gemfile can't be read: see above", last_words(APP)
  end

  def test_a_wrong_wish_for_clones_is_told
    words = last_words(APP, environment: { "PERSIST_CLONES" => "many" })

    assert_includes words, "PERSIST_CLONES must be on, off or a number of " \
                           "requests, not many"
  end

  def test_wrong_arguments_show_the_usage
    _, log, = Open3.capture3(RbConfig.ruby, RUN, "config.ru")

    assert_match(/\Ausage: /, log)
  end
end
