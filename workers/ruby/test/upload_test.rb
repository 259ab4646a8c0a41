# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# The request's body: inline, and pulled by credit.
class UploadTest < WorkerTest
  ECHO = <<~'RUBY'
    PersistWorker.each_request do |request|
      request.respond(200, {}, request.body.read)
    end
  RUBY

  # Answers WANTs with the text, in pieces of this size. Returns the credit that
  # was left at the end, and the most that was open at a time.
  def feed(peer, text, size)
    credit = most = 0
    until text.empty?
      while credit.zero? || !peer.silent?(0)
        credit += want(peer)
        most = [most, credit].max
      end
      piece = text.slice!(0, [size, credit].min)
      credit -= piece.bytesize
      peer.tell(BODY, piece, text.empty? ? 1 : 0)
    end
    most
  end

  def want(peer)
    kind, bytes = peer.hear
    raise "no WANT: #{kind}" unless kind == WANT

    bytes
  end

  def test_a_body_that_is_all_here_is_not_asked_for
    data = play(ECHO).data

    assert_equal "hello", data.get({}, mode: 1, body: "hello").body
    assert_equal "", data.get({}, mode: 0).body
  end

  def test_a_pulled_body_comes_by_credit
    player = play(ECHO)
    text = Random.bytes(700_000)
    [100_000, 65_536, 999].each do |size|
      data = player.data
      data.ask({}, mode: 2, body: "begin ")
      most = feed(data, text.dup, size)
      answer = data.take_rest_of_answer

      assert_operator most, :<=, 1 << 20
      assert_equal "begin ".b + text, answer.body
    end
  end

  def test_a_body_of_single_bytes_is_fine
    data = play(ECHO).data
    data.ask({}, mode: 2)
    feed(data, +"abcdefghijklmnopqrstuvwxyz", 1)

    assert_equal ("a".."z").to_a.join, data.take_rest_of_answer.body
  end

  def test_nothing_is_asked_for_before_the_script_reads
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.respond(403, {}, "no")
      end
    RUBY
    data.ask({}, mode: 2)

    assert_equal 403, data.answer.status
  end

  def test_body_frames_behind_the_response_are_dropped
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        got = request.body.readpartial(3)
        request.respond(200, {}, got)
      end
    RUBY
    2.times do
      data.ask({}, mode: 2)
      want(data)
      data.tell(BODY, "abcdef", 0)
      answer = data.take_rest_of_answer
      data.tell(BODY, "ghi", 0)
      data.tell(BODY, "", 1)

      assert_equal "abc", answer.body
    end
  end

  def test_a_broken_body_is_an_error_for_the_script
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.body.read
      rescue PersistWorker::BodyBroken
        request.respond(400, {}, "broken")
      end
    RUBY
    data.ask({}, mode: 2)
    want(data)
    data.tell(BODY, "half", 2)

    assert_equal "broken", data.answer.body
  end

  def test_a_body_beyond_the_credit_closes_the_connection
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        next request.respond(200) if request.method == "GET"

        request.body.read
      end
    RUBY
    data = player.data
    data.ask({}, mode: 2)
    want(data)
    flood(data, [100_000, 200_000].map do |size|
      Peer.frame(BODY, "x" * size, 0)
    end.join)

    assert_nil data.hear_end
    assert_includes player.log, "more body than was asked for"
    assert_equal 200, player.data.get.status
  end

  # Writes a body that the worker may refuse before it has all of it.
  def flood(peer, bytes)
    peer.write(bytes)
  rescue Errno::EPIPE
    nil
  end

  def test_both_directions_go_at_once
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.start(200)
        while (piece = request.body.read(50_000))
          request.write(piece, piece)
        end
      end
    RUBY
    data.ask({}, mode: 2)

    assert_equal [6_000_000, []], upload(data, 3_000_000)
  end

  # Responds with how many MiB the worker has grown by while it read or sent
  # 64 MiB, and how many major garbage collections there were.
  MEMORY = <<~'RUBY'
    def resident
      File.read("/proc/self/status")[/^RssAnon:\s+(\d+)/, 1].to_i
    end
    PersistWorker.each_request do |request|
      before = resident
      full = GC.stat(:major_gc_count)
      most = 0
      if request.method == "GET"
        request.start(200)
        piece = "x" * 262_144
        256.times do
          request.write(piece)
          most = [most, resident].max
        end
      else
        while request.body.read(65_536)
          most = [most, resident].max
        end
        request.start(200)
      end
      full = GC.stat(:major_gc_count) - full
      request.finish("Full" => full, "Grown" => (most - before) / 1024)
    end
  RUBY

  def test_large_bodies_leave_memory_flat
    skip "no /proc" unless File.exist?("/proc/self/status")
    data = play(MEMORY).data
    data.ask({}, mode: 2)
    _, trailers = upload(data, 64 << 20)

    assert_operator trailers.last.to_i, :<, 16
    assert_operator trailers[1].to_i, :<, 8
    answer = data.get

    assert_equal 64 << 20, answer.body.bytesize
    assert_operator answer.trailers.last.to_i, :<, 16
  end

  # Sends so many bytes as WANT asks for them, and reads the response at the
  # same time. Returns its length and its trailers.
  def upload(peer, total)
    credit = Thread::Queue.new
    writer = Thread.new { write_for_credit(peer, total, credit) }
    read_response(peer, credit).tap { writer.join }
  end

  def write_for_credit(peer, total, credit)
    while total.positive?
      given = [credit.pop, total].min
      while given.positive?
        piece = [given, 262_144].min
        given -= piece
        total -= piece
        peer.tell(BODY, "x" * piece, total.zero? ? 1 : 0)
      end
    end
  end

  def read_response(peer, credit)
    sum = 0
    loop do
      kind, first, second, third, body, = peer.hear
      case kind
      when WANT then credit << first
      when RESPONSE then sum += body.bytesize
      when BODY then sum += first.bytesize
      end
      return [sum, third] if kind == END_ || (kind == BODY && second == 1)
    end
  end
end
