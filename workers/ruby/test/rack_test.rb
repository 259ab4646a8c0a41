# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Rack applications of a worker, without the gem rack: by the SPEC of Rack 3, or
# of Rack 2 if the script says that this is loaded.
class RackTest < WorkerTest
  RACK2 = 'module Rack; def self.release = "2.2.0"; end'

  APP = <<~'RUBY'
    class Body
      def initialize(*pieces) = @pieces = pieces
      def each(&) = @pieces.each(&)
      def close = warn("closed")
    end
    class UnreadBody < Body
      def to_ary = nil
    end
    class FileBody < UnreadBody
      def initialize(path) = @path = path
      def to_path = @path
      def each = yield("the body itself")
    end
    app = lambda do |env|
      status = 200
      headers = { "content-type" => "text/plain" }
      shown = env.fetch(env["QUERY_STRING"]).inspect if env["QUERY_STRING"] =~ /[._]/
      next [200, {}, [shown]] if shown
      case env["PATH_INFO"]
      when "/twice"
        input = env["rack.input"]
        first = input.read
        input.rewind
        body = [first == input.read ? first : "other"]
      when "/lines" then headers["x-a"] = "1\n2"
      when "/array" then headers["x-a"] = %w[1 2]
      when "/pieces" then body = Body.new("a", "b")
      when "/known"
        headers["content-length"] = "2"
        body = Body.new("a", "b")
      when "/unread" then body = UnreadBody.new("a", "b")
      when "/file" then body = FileBody.new(__FILE__)
      when "/proc" then body = FileBody.new("/proc/self/cmdline")
      when "/gone" then body = FileBody.new("/no/such")
      when "/part"
        status = 206
        headers.update("content-range" => "bytes 3-17/99", "content-length" => "15")
        body = FileBody.new(__FILE__)
      when "/none" then status = 204
      when "/stream"
        body = lambda do |stream|
          stream << stream.read << "|"
          stream.write("end")
          stream.close
        end
      when "/hijack" then headers["rack.hijack"] = -> { nil }
      when "/nothing" then next
      when "/number" then body = 1
      when "/breaks"
        body = Body.new("a").tap do |it|
          def it.each = yield("a").then { raise "in the middle" }
        end
      when "/chunks"
        headers["Transfer-Encoding"] = "chunked"
        body = Body.new("5\r\nhel", "lo\r", "\n3;a=b\r\n, y\r\n2\r\nou\r\n",
                        "0\r\nx-trailer: 1\r\n\r\n")
      when "/no-chunk"
        headers["transfer-encoding"] = "chunked"
        body = Body.new("hello")
      when "/status" then status = "404 Not Found"
      when "/empty" then headers.update("x-a" => "1\n2", "x-b" => "", "x-c" => nil)
      when "/length" then body = [env["CONTENT_LENGTH"].inspect, env["rack.input"].read]
      when "/raise" then raise "no answer"
      when "/hints"
        20.times { env["rack.early_hints"].call("link" => "</a>\n</b>") }
      when "/finished"
        %w[1 2 3].each do |name|
          env["rack.response_finished"] << lambda do |_, status, _, error|
            raise "odd" if name == "2"
            warn("#{name} #{status} #{error}")
          end
        end
        raise "fails" if env["QUERY_STRING"] == "raise"
      when "/replied"
        env["rack.after_reply"] << -> { raise "odd" } << -> { warn("replied") }
        env["rack.response_finished"] << ->(*) { warn("finished") }
      when "/late"
        body = Body.new("a").tap do |it|
          it.define_singleton_method(:each) do |&block|
            block.call("a")
            env["rack.response_finished"] << ->(_, status, *) { warn("late #{status}") }
          end
        end
      when "/slow"
        body = Body.new("a").tap do |it|
          def it.close = loop { sleep 0.02 and File.exist?("go") and break }
        end
      end
      [status, headers, body || ["hello"]]
    end
    PersistWorker.serve_rack(app)
  RUBY

  def app(before = "", **options)
    @player = play("#{before}\n#{APP}", **options)
    @data = @player.data
  end

  def get(path, query = "", mount: "/app", uri: mount + path, method: "GET",
          more: {}, **options)
    @data.get({ "PATH_INFO" => path, "QUERY_STRING" => query,
                "REQUEST_METHOD" => method, "SCRIPT_NAME" => mount,
                "REQUEST_URI" => "#{uri}?#{query}", **more }, **options)
  end

  def fact(name, path = "/env", **options)
    answer = get(path, name, **options)
    answer.status == 200 ? answer.body : answer.logs
  end

  # The path that the application gets.
  def path_of(path, uri, mount: "/app", name: "PATH_INFO")
    get(path, name, uri:, mount:).body[1..-2]
  end

  def test_the_environment_is_that_of_its_version
    { "rack.run_once" => %w[false false], "rack.hijack?" => %w[false false],
      "rack.multithread" => %w[false false], "rack.version" => ["[1, 3]"],
      "rack.multiprocess" => %w[true true], "SCRIPT_NAME" => ['"/app"'] * 2 }
      .each do |name, (rack2, rack3)|
        app(RACK2)

        assert_equal rack2, fact(name)
        app

        if rack3
          assert_equal(rack3,
                       fact(name))
        else
          assert_match(/Key/, fact(name))
        end
      end
  end

  def test_variables_that_are_empty_are_there
    names = %w[PATH_INFO QUERY_STRING SCRIPT_NAME REQUEST_PATH]
    data = play(<<~RUBY).data
      PersistWorker.serve_rack(lambda { |env|
        [200, {}, [env.fetch_values(*#{names}).join("|")]] })
    RUBY

    assert_equal "/|||/", data.get({ "REQUEST_METHOD" => "GET" }).body
    filled = names.first(3).zip(["/\xc3\xa4", "c", "/b"]).to_h

    assert_equal "/%C3%A4|c|/b|/b/%C3%A4", data.get(filled).body
  end

  def test_threads_are_those_of_persist_threads
    app(environment: { "PERSIST_THREADS" => "2" })

    assert_equal 2, @player.control.last[4]
    assert_equal "true", fact("rack.multithread")
    @player = play(APP, environment: { "PERSIST_THREADS" => "17" })
    @player.wait

    assert_includes @player.log, "PersistThreads must be 1 to 16, not 17"
  end

  def test_an_argument_outranks_persist_threads
    script = "PersistWorker.each_request(threads: 3) { _1.respond(200) }"
    player = play(script, environment: { "PERSIST_THREADS" => "2" })

    assert_equal 3, player.control.last[4]
  end

  def test_rack2_reads_a_body_twice
    app(RACK2)

    assert_equal "abc", get("/twice", mode: 1, body: "abc").body
    assert_equal "", get("/twice").body
    @data.ask({ "PATH_INFO" => "/twice", "REQUEST_METHOD" => "PUT" }, mode: 2)
    3.times { @data.tell(BODY, "x" * 60_000, _1 / 2) }

    assert_equal 180_000, @data.take_rest_of_answer.body.size
  end

  def test_rack3_reads_it_once
    app

    assert_includes get("/twice", mode: 1, body: "abc").logs, "rewind"
  end

  def test_a_header_has_lines_or_an_array
    app
    %w[/lines /array].each do |path|
      @data.ask({ "PATH_INFO" => path, "REQUEST_METHOD" => "GET" })

      assert_equal ["content-type", "text/plain", "x-a", "1", "x-a", "2"],
                   @data.hear[3]
    end
  end

  def test_an_empty_header_stays_and_nil_is_none
    app

    assert_equal ["content-type", "text/plain", "x-a", "2", "x-b", ""],
                 get("/empty").headers.to_a.flatten
  end

  # That of Rails 6.1 reads so many bytes of it.
  def test_rack2_knows_the_length_of_a_body_in_chunks
    chunked = { "HTTP_TRANSFER_ENCODING" => "chunked" }
    app(RACK2)

    assert_equal '"3"abc',
                 get("/length", more: chunked, mode: 1, body: "abc").body

    assert_match(/Key/, get("/env", "HTTP_TRANSFER_ENCODING", more: chunked,
                                                              mode: 1).logs)
    assert_equal "nil", get("/length").body
  end

  def test_the_number_of_a_status_counts
    app

    assert_equal 404, get("/status").status
  end

  # httpd makes its own. Rack::Chunked and streams of Rails 6.1 send these.
  def test_the_chunks_of_an_application_are_undone
    app
    answer = get("/chunks")

    assert_equal [200, "hello, you"], [answer.status, answer.body]
    @player.eventually { @player.log == "closed\n" }
    answer = get("/no-chunk")

    assert_equal 500, answer.status
    assert_includes answer.logs, "no chunk"
  end

  def test_pieces_are_sent_one_by_one_and_together_when_the_length_is_known
    app
    answer = get("/known")

    assert_equal [200, "ab", 1], [answer.status, answer.body, answer.frames]
    answer = get("/pieces")

    assert_equal [200, "ab"], [answer.status, answer.body]
    assert_operator answer.frames, :>, 2
    @player.eventually { @player.log == "closed\nclosed\n" }
  end

  # Rails 6.1 says so of each body that it has not read itself.
  def test_a_body_without_an_array_is_iterated
    app
    answer = get("/unread")

    assert_equal [200, "ab"], [answer.status, answer.body]
  end

  def test_a_file_is_passed_if_it_is_there
    app
    @data = @player.data(features: FEATURE_FAULT | FEATURE_FILE)
    @data.ask({ "PATH_INFO" => "/file", "REQUEST_METHOD" => "GET" })

    assert_equal "etag", @data.hear[3].find { |name| name =~ /etag/i }.downcase
    assert_equal FILE, @data.hear.first
    @data = @player.data

    assert_equal "the body itself", get("/gone").body
    assert_equal "the body itself", get("/proc").body
  end

  def test_a_part_of_a_file_is_what_the_body_yields
    app
    @data = @player.data(features: FEATURE_FAULT | FEATURE_FILE)
    answer = get("/part")

    assert_equal [206, "the body itself"], [answer.status, answer.body]
  end

  def test_a_status_without_a_body_has_none
    app

    answer = get("/none")

    assert_equal [204, ""], [answer.status, answer.body]
  end

  def test_head_is_not_iterated
    app
    answer = get("/breaks", method: "HEAD")

    assert_equal [200, "", ""], [answer.status, answer.body, answer.logs]
  end

  def test_a_streaming_body_reads_and_writes
    app

    assert_equal "abc|end", get("/stream", mode: 1, body: "abc").body
  end

  def test_what_is_no_answer_is_told
    app
    { "/nothing" => "the application has returned nil, not [status, headers,",
      "/number" => "no body of a response: Integer",
      "/hijack" => "rack.hijack is refused", "/raise" => "no answer" }
      .each do |path, text|
        answer = get(path)

        assert_equal [500, FAULT], [answer.status, answer.flags & FAULT]
        assert_includes answer.logs, text
      end
  end

  def test_a_body_that_fails_is_closed_and_aborts_the_response
    app
    answer = get("/breaks")

    assert_equal [200, false], [answer.status, answer.ok]
    assert_includes answer.logs, "in the middle"
    assert_equal "closed\n", @player.log
  end

  def test_hints_are_sent_as_long_as_httpd_takes_them
    app
    @data.ask({ "PATH_INFO" => "/hints", "REQUEST_METHOD" => "GET" })
    kinds = Array.new(17) { @data.hear.first }

    assert_equal ([INFO] * 16) + [RESPONSE], kinds
  end

  def test_callbacks_run_when_the_response_has_been_sent
    app
    answer = get("/finished")

    assert_equal 200, answer.status
    @player.eventually { @player.log.include?("1 200") }

    assert_match(/\A3 200 \n.*odd.*^1 200 \n\z/m, @player.log)
    get("/finished", "raise")
    @player.eventually { @player.log.include?("1  fails") }
  end

  def test_callbacks_of_after_reply_run_behind_them
    app

    assert_equal 200, get("/replied").status
    @player.eventually { @player.log.include?("replied") }

    assert_match(/\Afinished\n.*odd.*^replied\n\z/m, @player.log)
  end

  def test_it_has_what_other_servers_always_set
    app
    more = { "SERVER_PROTOCOL" => "HTTP/1.1", "HTTP_VERSION" => "9" }
    asked = { "/app/a%20b" => "/app/a%20b", "http://a.test/app//" => "/app//" }

    assert_equal '"HTTP/1.1"', get("/env", "HTTP_VERSION", more:).body
    asked.each do |uri, path|
      assert_equal path.inspect, get("/env", "REQUEST_PATH", uri:).body
    end
  end

  def test_a_callback_may_come_from_the_body
    app

    assert_equal "a", get("/late").body
    @player.eventually { @player.log.include?("late 200") }
  end

  # Its slowness is announced from then on.
  def test_the_response_ends_before_its_body_is_closed
    app
    first = get("/slow")
    File.write(File.join(@player.directory, "go"), "")
    second = get("/slow")

    assert_equal ["a", false, "a", true],
                 [first.body, first.after, second.body, second.after]
    assert((1..1000).any? { !get("/pieces").after }, "it is forgotten")
  end

  def test_paths_are_escaped_as_the_client_has_written_them
    app
    { ["/a b", "/app/a%20b"] => "/a%20b", ["/caf\u00e9", "/x"] => "/caf%C3%A9",
      ["/a%b", "/app/a%25b"] => "/a%25b", ["/a%2Fb", "/app/a%2Fb"] => "/a%2Fb",
      ["/a+b", "/app/a%2Bb"] => "/a%2Bb", ["/a+b", "/app/a+b"] => "/a+b",
      ["/a b", "/app//a%20b"] => "/a%20b", ["/~a", "/app/%7ea"] => "/~a",
      ["/a%20b", "/app/a%2520b"] => "/a%2520b",
      ["/a%2Fb", "/app/a%252Fb"] => "/a%252Fb" }.each do |(path, uri), seen|
      assert_equal seen, path_of(path, uri)
    end
    assert_equal "/my%20app", path_of("/env", "/my%20app", mount: "/my app",
                                                           name: "SCRIPT_NAME")
    assert_equal "/", path_of("", "/", mount: "")
  end
end
