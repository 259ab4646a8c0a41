# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Scripts that fail, and peers that break the protocol.
class FailureTest < WorkerTest
  SCRIPT = <<~'RUBY'
    class Dumb < StandardError
      def message = raise("no words")
    end
    PersistWorker.each_request do |request|
      case request.path
      when "/raise" then raise ArgumentError, "a bad day"
      when "/dumb" then raise Dumb
      when "/after"
        request.after_response { raise Dumb }
        request.respond(200)
      when "/deep" then def self.deep = deep
                        deep
      when "/load" then require "no/such/file"
      when "/begun"
        request.start(200)
        request.write("some")
        raise "too late?"
      when "/streamed"
        request.start(200)
        request.write("some")
        request.flush
        raise "too late"
      when "/silent" then nil
      when "/own" then request.respond(500)
      when "/twice"
        request.respond(200, {}, "first")
        request.respond(200, {}, "second")
      when "/header" then request.respond(200, "A" => "b\r\nC: d")
      when "/headers" then request.respond(200, "A" => ["b"] * 600)
      when "/status" then request.respond(99)
      when "/log"
        request.log("\u00e9" * 50_000, :notice)
        request.respond(200)
      when "/level" then request.log("what?", :loud)
      when "/kept"
        $kept = request
        request.respond(200)
      when "/use"
        request.respond(200, {}, [
          -> { $kept.respond(200) }, -> { $kept.body.read },
          -> { $kept.cancelled? }
        ].map { |use| use.call rescue $!.message }.uniq.join)
      else request.respond(200, {}, "fine")
      end
    end
  RUBY

  def setup
    @player = play(SCRIPT)
    @data = @player.data
  end

  def get(path)
    @data.get({ "PATH_INFO" => path })
  end

  def assert_lives_on
    assert_equal "fine", get("/").body
  end

  def test_an_exception_is_a_500_with_its_traceback_in_the_log
    { "/raise" => "a bad day", "/deep" => "SystemStackError",
      "/load" => "no/such/file", "/begun" => "too late?" }.each do |path, text|
      answer = get(path)

      assert_equal [500, COMPLETE | FAULT], [answer.status, answer.flags], path
      assert_includes answer.logs, text
      assert_includes answer.logs, "app.rb:"
      refute_includes answer.logs, "worker.rb"
      refute_includes answer.body, text
    end
    assert_lives_on
  end

  def test_the_code_that_failed_follows_for_the_author
    refute_match(/^  > +\d+ \|/, get("/raise").logs)
    @data = play(SCRIPT, environment: { "PERSIST_DEBUG" => "1" }).data
    logs = get("/raise").logs

    assert_match(%r{^  /\S+app.rb, line \d+ \(by /\S+, \w+ 3[.\d]+\):$}, logs)
    assert_match(/^  > +\d+ \| .*a bad day/, logs)
    refute_includes get("/code").logs, "\n  >"
  end

  def test_a_500_of_the_script_is_its_own
    answer = get("/own")

    assert_equal [500, COMPLETE], [answer.status, answer.flags]
  end

  def test_an_older_httpd_gets_no_flag_that_it_would_refuse
    @data = @player.data(features: FEATURE_FILE)
    answer = get("/raise")

    assert_equal [500, COMPLETE], [answer.status, answer.flags]
  end

  def test_an_exception_whose_message_fails_is_logged_too
    answer = get("/dumb")

    assert_equal 500, answer.status
    assert_match(/app.rb:\d+:in .*: Dumb \(no traceback: Runt/, answer.logs)
    assert_equal 200, get("/after").status
    assert_lives_on
    assert_includes @player.log, ": Dumb (no"
  end

  def test_an_exception_behind_the_head_aborts_the_stream
    answer = get("/streamed")

    assert_equal 200, answer.status
    refute answer.ok
    assert_includes answer.logs, "too late"
    assert_lives_on
  end

  def test_no_answer_is_a_500
    answer = get("/silent")

    assert_equal [500, COMPLETE | FAULT], [answer.status, answer.flags]
    assert_includes answer.logs, "has not answered"
    assert_lives_on
  end

  def test_a_second_answer_is_an_error_that_nobody_sees
    assert_equal "first", get("/twice").body
    assert_lives_on
    assert_includes @player.log, "started before"
  end

  def test_what_can_not_be_sent_is_a_500
    { "/header" => "control characters", "/headers" => "than the 509",
      "/status" => "no status" }.each do |path, text|
      answer = get(path)

      assert_equal 500, answer.status, path
      assert_includes answer.logs, text
    end
    assert_lives_on
  end

  def test_a_long_text_is_logged_in_pieces
    answer = get("/log")

    assert_equal ("é" * 50_000).b, answer.logs
    assert_equal 200, answer.status
  end

  def test_a_level_that_is_none_is_a_500
    assert_includes get("/level").logs, "no level for a log: :loud"
  end

  def test_a_request_that_is_over_can_not_be_used
    get("/kept")

    assert_equal "the request is over", get("/use").body
  end

  # Only after the main thread has tried, or the reader would be done.
  def test_a_request_is_used_by_one_thread_at_a_time
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        reader = Thread.new { request.body.read }
        Thread.pass until reader.stop?
        message = request.log("too early") rescue $!.message
        warn "tried"
        request.respond(200, {}, reader.value + message)
      end
    RUBY
    data = player.data
    data.ask({}, mode: 2)
    data.hear # WANT
    player.eventually { player.log.include?("tried") }
    data.tell(BODY, "read, ", 1)

    assert_equal "read, another thread is at work on the request",
                 data.answer.body
  end

  def test_a_thread_that_is_left_behind_keeps_its_request
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        next request.respond(200, {}, "fine") if request.path == "/fine"

        reader = Thread.new { warn request.body.read }
        Thread.pass until reader.stop?
        warn "leaves it"
        raise "left"
      end
    RUBY
    data = player.data
    data.ask({}, mode: 2)
    data.hear # WANT
    player.eventually { player.log.include?("leaves it") }
    data.tell(BODY, "read", 1)
    answer = data.answer

    assert_equal [500, true], [answer.status, answer.logs.include?("left")]
    assert_equal "fine", data.get({ "PATH_INFO" => "/fine" }).body
  end

  # The main thread reads the first request's body when a signal comes, whose
  # handler returns when the second request runs.
  INTERRUPTED = <<~'RUBY'
    handed, done = Array.new(2) { Queue.new }
    (begun, begins), (gate, opener) = Array.new(2) { IO.pipe }
    trap(:USR1) do
      begins.syswrite("b")
      gate.read(1)
    end
    Thread.new do
      PersistWorker.each_request do |request|
        if request.path == "/first"
          handed << request
          begun.read(1)
          next request.respond(200)
        end
        opener.syswrite("o")
        done.pop
        request.respond(200, {}, request.body.read)
      end
    end
    handed.pop.body.read rescue warn $!.inspect
    done << true
    sleep
  RUBY

  def test_a_call_that_was_interrupted_does_not_go_on_with_the_next_request
    player = play(INTERRUPTED)
    data = player.data
    data.ask({ "PATH_INFO" => "/first" }, mode: 2)
    data.hear # WANT
    Process.kill(:USR1, player.pid)

    assert_equal 200, data.answer.status
    assert_equal "mine", data.get({ "PATH_INFO" => "/second" },
                                  mode: 1, body: "mine").body
    assert_equal "#<RuntimeError: the request is over>\n", player.log
  end

  def test_frames_out_of_turn_close_their_connection_only
    [Peer.frame(OPEN, 1, 0, 0, 0), Peer.frame(STOP), "garbage",
     Peer.frame(99, 1), [0xce, 0xffffffff].pack("CN"),
     Peer.frame(REQUEST, 0, "", 0, "", 0, "").tap { _1.setbyte(5, 0x90) },
     Peer.frame(REQUEST, 1 << 32, "", 0, "", 0, "")].each do |frame|
      peer = @player.data
      peer.write(frame)

      assert_nil peer.hear, frame.inspect
    end
    assert_lives_on
  end

  def test_who_does_not_open_rightly_is_closed
    [Peer.frame(REQUEST, 0, "", 0, "", 0, ""), Peer.frame(OPEN, 2, 0, 0, 0),
     Peer.frame(OPEN, 1, 0, 0, 8), "x"].each do |frame|
      peer = @player.connect
      peer.write(frame)

      assert_nil peer.hear, frame.inspect
    end
    assert_lives_on
  end

  def test_a_frame_out_of_turn_in_a_request_is_logged_and_closes
    player = play("PersistWorker.each_request { |request| request.body.read }")
    peer = player.data
    peer.ask({}, mode: 2)
    peer.hear
    peer.tell(WANT, 5)

    assert_equal 500, peer.answer.status
    assert_nil peer.hear
    assert_includes player.log, "broke the protocol"
  end
end
