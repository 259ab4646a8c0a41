# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Requests and responses of a resident worker.
class ResidentTest < WorkerTest
  HELLO = <<~RUBY
    PersistWorker.each_request do |request|
      request.respond(200, { "Content-Type" => "text/plain" },
                      Process.pid.to_s)
    end
  RUBY

  def test_one_process_answers_many_requests_by_one_frame_each
    data = play(HELLO).data
    answers = Array.new(300) { data.get }

    assert_equal [200], answers.map(&:status).uniq
    assert_equal 1, answers.map(&:body).uniq.size
    assert_equal [1], answers.map(&:frames).uniq
    assert_equal({ "Content-Type" => "text/plain" }, answers.first.headers)
  end

  def test_open_and_request_may_come_byte_by_byte
    peer = play(HELLO).connect
    frames = Peer.frame(OPEN, 1, 0, 0, 0) +
             Peer.frame(REQUEST, 0, "", 0, "", 0, "")
    frames.each_char { |byte| peer.write(byte) }

    assert_equal 5, peer.hear[0]
  end

  def test_idle_connections_do_no_harm_to_others
    player = play(HELLO)
    peers = Array.new(40) { player.data }
    peers[7].half_close
    peers[8].close
    peers[9].write("GET / HTTP/1.1\r\n")

    answers = (peers.values_at(0, 20, 39) * 2).map(&:get)

    assert_equal [200], answers.map(&:status).uniq
    assert_nil peers[7].hear
    assert_nil peers[9].hear
  end

  def test_a_request_shows_what_was_asked
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.respond(200, {}, [
          request.method, request.path, request.query,
          request.headers["x-name"], request.headers.to_a.inspect,
          request.env.store("QUERY_STRING", "own") && request.query,
          request.request_id, request.time_left.between?(1, 60), request.cancelled?
        ].join("|"))
      end
    RUBY
    answer = data.get({ "REQUEST_METHOD" => "PUT", "PATH_INFO" => "/a",
                        "QUERY_STRING" => "a=%41", "HTTP_X_NAME" => "n",
                        "CONTENT_TYPE" => "t" }, soft_ms: 60_000, id: "abc")

    assert_equal 'PUT|/a|a=%41|n|[["X-Name", "n"], ["Content-Type", "t"]]|' \
                 "own|abc|true|false", answer.body
  end

  def test_variables_may_hold_any_byte_but_nul
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.respond(200, {}, request.env["A"] + request.env["B"])
      end
    RUBY
    every = (1..255).to_a.pack("C*")

    assert_equal every + "é".b, data.get({ "A" => every, "B" => "é" }).body
    assert_equal "äö".b, data.get({ "A" => "ä", "B" => "ö" }).body
  end

  def test_variables_that_are_no_pairs_close_the_connection
    player = play(HELLO)
    %W[A A\0B A\0 A\0B\0C\0 \0B\0 A\0B\0\0\0].each do |variables|
      peer = player.data
      peer.tell(REQUEST, 0, variables, 0, "", 0, "")

      assert_nil peer.hear, variables.inspect
    end
    assert_equal 200, player.data.get.status
  end

  def test_headers_may_repeat_and_numbers_are_fine
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.start(200, { "Set-Cookie" => %w[a b], "Content-Length" => 2 })
        request << "h" << :i
      end
    RUBY
    data.ask

    assert_equal [RESPONSE, data.seq, 200,
                  %w[Set-Cookie a Set-Cookie b Content-Length 2], "hi", 1],
                 data.hear
  end

  def test_a_large_body_goes_out_in_frames_that_fit
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.after_response { nil } if request.path == "/after"
        request.respond(200, {}, "x" * 1_000_000)
      end
    RUBY
    %w[/ /after /].each do |path|
      answer = data.get({ "PATH_INFO" => path })

      assert_equal "x" * 1_000_000, answer.body
      assert_equal({ "Content-Length" => "1000000" }, answer.headers)
      assert_operator answer.frames, :>=, 4
    end
  end

  def test_written_pieces_are_gathered_until_flush
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.start(200)
        request.write("a", "b")
        request.write("c")
        request.flush
        request.write("d")
        request.finish("X-Sum" => "1")
      end
    RUBY
    data.ask

    assert_equal [RESPONSE, data.seq, 200, [], "", 0], data.hear
    assert_equal [BODY, "abc", 0], data.hear
    assert_equal [BODY, "d", 0], data.hear
    assert_equal [END_, 1, 0, %w[X-Sum 1]], data.hear
  end

  def test_early_hints_come_before_the_response
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.early_hints("Link" => "</a.css>")
        request.respond(204)
      end
    RUBY
    data.ask

    assert_equal [INFO, data.seq, 103, %w[Link </a.css>]], data.hear
    assert_equal 204, data.answer.status
  end

  def test_there_are_sixteen_interim_responses_at_most
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        17.times { request.early_hints({}) }
      end
    RUBY
    data.ask
    16.times { assert_equal INFO, data.hear[0] }

    assert_equal 500, data.answer.status
  end

  def test_a_loop_may_also_be_an_enumerator
    data = play(<<~'RUBY').data
      PersistWorker.each_request.each_with_index do |request, i|
        request.respond(200, {}, i.to_s)
      end
    RUBY

    assert_equal(%w[0 1], Array.new(2) { data.get.body })
  end

  def test_threads_serve_one_unit_each
    player = play(<<~'RUBY')
      queue = Thread::Queue.new
      PersistWorker.each_request(threads: 2) do |request|
        request.path == "/wait" ? queue.pop : queue << 1
        request.respond(200, {}, "done")
      end
    RUBY
    first = player.data(0)
    second = player.data(1)
    first.ask({ "PATH_INFO" => "/wait" })

    assert_predicate first, :silent?
    assert_equal "done", second.get.body
    assert_equal "done", first.answer.body
  end

  def test_what_is_printed_goes_to_the_log
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        puts "by mistake"
        system("echo by a child")
        request.respond(200)
      end
    RUBY

    assert_equal 200, player.data.get.status
    assert_equal "by mistake\nby a child\n", player.log
  end
end
