# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Clients that leave, and deadlines.
class CancelTest < WorkerTest
  STREAM = <<~'RUBY'
    PersistWorker.each_request do |request|
      next request.respond(200, {}, "fine") if request.path == "/fine"

      request.start(200)
      loop do
        request.write("x")
        request.flush
      end
    ensure
      warn "left by #{$!.class}" if request.path != "/fine"
    end
  RUBY

  def test_a_stream_ends_when_the_client_has_gone
    player = play(STREAM)
    data = player.data
    data.ask
    data.hear
    data.half_close
    answer = nil
    loop do
      answer = data.hear
      break unless answer && [RESPONSE, BODY].include?(answer[0])
    end

    assert_equal [END_, 0, 0, []], answer
    assert_nil data.hear
    player.eventually { player.log.include?("by PersistWorker::ClientGone") }
    assert_equal "fine", player.data.get({ "PATH_INFO" => "/fine" }).body
  end

  def test_a_stream_ends_when_the_connection_is_closed
    player = play(STREAM)
    data = player.data
    data.ask
    data.hear
    data.close

    player.eventually { player.log.include?("by PersistWorker::ClientGone") }
    assert_equal "fine", player.data.get({ "PATH_INFO" => "/fine" }).body
    refute_includes player.log, "Traceback"
  end

  def test_a_request_behind_a_half_close_is_not_run
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        warn "#{request.path} is run"
        request.respond(200)
      end
    RUBY
    data = player.data
    data.get({ "PATH_INFO" => "/first" })
    peer = player.connect
    peer.write(Peer.frame(OPEN, 1, 0, 0, 0) +
               Peer.frame(REQUEST, 0, "PATH_INFO\0/gone\0", 0, "", 0, ""))
    peer.half_close

    # The request is dropped, or it was begun before the half-close came.
    answer = peer.hear_end
    data.get({ "PATH_INFO" => "/last" })

    assert_nil answer
    assert_includes player.log, "/last is run"
  end

  def test_a_script_that_reads_is_told
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        request.body.read
      rescue PersistWorker::ClientGone
        warn "told"
        raise
      end
    RUBY
    data = player.data
    data.ask({}, mode: 2)
    data.hear
    data.half_close

    assert_equal 500, data.answer.status
    assert_nil data.hear
    assert_equal "told\n", player.log
  end

  def test_a_script_that_asks_is_told
    data = play(<<~'RUBY').data
      PersistWorker.each_request do |request|
        request.log("begun")
        Thread.pass until request.cancelled?
        request.respond(200, {}, "told")
      end
    RUBY
    data.ask
    data.hear
    data.half_close

    assert_equal "told", data.answer.body
    assert_nil data.hear
  end
end

# The soft deadline.
class DeadlineTest < WorkerTest
  COMPUTE = <<~'RUBY'
    PersistWorker.each_request do |request|
      next request.respond(200, {}, "fine") if request.path == "/fine"

      request.log("begun")
      loop { nil } if request.path == "/compute"
      sleep if request.path == "/sleep"
      begin
        request.body.read
      rescue PersistWorker::DeadlineExceeded
        request.respond(503, {}, "late #{request.cancelled?} " \
                                 "#{request.time_left.zero?}")
      end
    end
  RUBY

  def setup
    @player = play(COMPUTE)
    @control, = @player.control
    @data = @player.data
  end

  def test_it_interrupts_what_computes_or_sleeps
    %w[/compute /sleep].each_with_index do |path, i|
      @data.ask({ "PATH_INFO" => path }, id: "id#{i}")
      @data.hear
      @control.tell(DEADLINE, "id#{i}")
      answer = @data.answer

      assert_equal 504, answer.status
      assert_includes answer.logs, "DeadlineExceeded"
      assert_equal "fine", @data.get({ "PATH_INFO" => "/fine" }).body
    end
  end

  def test_a_script_may_rescue_it
    @data.ask({}, mode: 2, id: "me", soft_ms: 60_000)
    2.times { @data.hear } # its line in the log, and WANT
    @control.tell(DEADLINE, "me")

    assert_equal "late true true", @data.answer.body
  end

  def test_it_interrupts_any_thread_and_no_other
    player = play(COMPUTE.sub("each_request", "each_request(threads: 3)"))
    control, = player.control
    paths = %w[/sleep /compute /sleep]
    peers = paths.each_with_index.map do |path, i|
      player.data(i).tap do |peer|
        peer.ask({ "PATH_INFO" => path }, id: "id#{i}")
        peer.hear
      end
    end
    peers.each_with_index do |peer, i|
      assert_predicate peer, :silent_now?
      control.tell(DEADLINE, "id#{i}")

      assert_equal 504, peer.answer.status
    end
  end

  def test_a_script_may_put_it_off
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        error = PersistWorker::DeadlineExceeded
        Thread.handle_interrupt(error => :never) do
          request.start(200)
          request.write("whole")
          request.flush
          Thread.pass until request.cancelled?
          request.write(" page")
          request.finish
        end
      end
    RUBY
    control, = player.control
    data = player.data
    data.ask({}, id: "me")
    head = data.hear
    control.tell(DEADLINE, "me")

    assert_equal RESPONSE, head[0]
    assert_equal "whole page", data.answer.body
    assert_equal "", player.log
  end

  # The deadline comes when the head has been sent, before what is held back.
  BETWEEN = <<~'RUBY'
    PersistWorker::ResidentRequest.prepend(Module.new do
      def send_piece(bytes)
        log("waits")
        Thread.pass until cancelled?
        super
      end
    end)
    PersistWorker.each_request do |request|
      request.start(200)
      request.write("one ")
      begin
        request.flush
      rescue PersistWorker::DeadlineExceeded
        request.write("late ")
      end
      request.write("two")
    end
  RUBY

  def test_what_waits_is_sent_before_it_is_raised
    player = play(BETWEEN)
    control, = player.control
    data = player.data
    data.ask({}, id: "me")
    data.hear # its line in the log
    control.tell(DEADLINE, "me")

    assert_equal "one late two", data.answer.body
    assert_equal "", player.log
  end

  def test_it_is_ignored_when_its_request_does_not_run
    @control.tell(DEADLINE, "no")
    @data.ask({ "PATH_INFO" => "/sleep" }, id: "yes")
    @data.hear
    @control.tell(DEADLINE, "no")

    assert_predicate @data, :silent?
    @control.tell(DEADLINE, "yes")
    answer = @data.answer

    assert_equal [504, COMPLETE | FAULT], [answer.status, answer.flags]
  end

  # The main thread makes the exception, inside its own request, while the
  # other thread goes on to its second request.
  MAKING = <<~'RUBY'
    (making, maker), (gate, opener), (rest, waker), (rested, sleeper) =
      Array.new(4) { IO.pipe }
    PersistWorker::DeadlineExceeded.prepend(Module.new do
      define_method(:initialize) do
        maker.syswrite("m")
        gate.read(1)
        super()
      end
    end)
    PersistWorker.each_request(threads: 2) do |request|
      if request.path == "/second"
        opener.syswrite("o")
        waker.syswrite("w")
        rested.read(1)
      elsif Thread.current == Thread.main
        request.log("main")
        rest.read(1)
        sleeper.syswrite("s") # the signal's handler has returned
      else
        request.log("other")
        making.read(1)
      end
      request.respond(200)
    end
  RUBY

  def test_one_whose_exception_is_being_made_meets_no_other_request
    player = play(MAKING)
    control, = player.control
    ids = %w[a b].to_h { |id| [player.data.tap { _1.ask({}, id:) }, id] }
    main, other = ids.keys.sort_by { |peer| peer.hear[2] }
    control.tell(DEADLINE, ids[other])

    assert_equal 200, other.answer.status
    assert_equal 200, other.get({ "PATH_INFO" => "/second" }).status
    assert_equal 200, main.answer.status
    assert_equal "", player.log
  end

  def test_deadlines_around_the_end_of_a_request_harm_no_other
    500.times do |i|
      @data.ask({ "PATH_INFO" => "/fine" }, id: i.to_s)
      @control.tell(DEADLINE, i.to_s)
      answer = @data.answer

      assert_includes [200, 504], answer.status
      assert_equal "fine", answer.body if answer.status == 200
    end
    assert_equal "", @player.log
  end
end
