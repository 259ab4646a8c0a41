# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# The worker's life, as persistd sees it.
class ControlTest < WorkerTest
  SCRIPT = <<~'RUBY'
    at_exit { warn "exits" }
    PersistWorker.each_request do |request|
      case request.path
      when "/read" then request.body.read
      when "/exit" then exit 3
      when "/break" then request.respond(200)
                         break
      when "/half"
        request.start(200)
        request.write("half a page")
        request.flush
        break
      when "/nothing" then break
      when "/after"
        request.after_response do
          warn "works"
          sleep 0.001 until File.exist?("go")
        end
        request.start(200) if request.method == "POST"
      when "/load" then require "./loaded"
      when "/term" then Process.kill(:TERM, Process.pid)
                        sleep
      end
      request.respond(200, {}, Process.pid.to_s) if request.response.new?
    end
    warn "goes on"
  RUBY

  def setup
    @player = play(SCRIPT)
    @control, @ready = @player.control
  end

  def get(path)
    (@data ||= @player.data).get({ "PATH_INFO" => path })
  end

  def assert_stopped(status = 0)
    @control.tell(STOP)

    assert_equal status, @player.wait.exitstatus
  end

  def test_ready_tells_what_the_worker_is
    kind, version, sdk, features, capacity, files, signal = @ready

    assert_equal [READY, 1, FEATURE_FILE | FEATURE_FAULT | FEATURE_AHEAD, 1],
                 [kind, version, features, capacity]
    assert_operator signal, :>, 0
    assert_match(/\Aruby \d/, sdk)
    assert_equal File.join(@player.directory, "app.rb"), files.first
    assert_empty(files.grep(/msgpack/))
  end

  def test_capacity_is_the_number_of_threads
    player = play("PersistWorker.each_request(threads: 3) { nil }")

    assert_equal 3, player.control.last[4]
  end

  def test_files_are_told_when_they_are_loaded
    loaded = File.join(@player.directory, "loaded.rb")
    File.write(loaded, "")
    get("/load")

    kind, files = @control.hear

    assert_equal FILES, kind
    assert_equal loaded, files.last
    get("/load")
    @control.tell(PROBE, 0)

    assert_equal [IDLE, 0], @control.hear # and nothing before it
  end

  def test_stop_ends_the_loop_and_the_script_goes_on
    get("/")
    assert_stopped
    assert_equal "goes on\nexits\n", @player.log
  end

  def test_stop_lets_a_request_finish
    data = @player.data
    data.ask({ "PATH_INFO" => "/read" }, mode: 2)
    data.hear
    @control.tell(STOP)
    data.tell(BODY, "", 1)

    assert_equal 200, data.answer.status
    assert_equal 0, @player.wait.exitstatus
  end

  def test_the_newest_control_connection_counts
    newer, ready = @player.control

    assert_equal @ready, ready
    assert_nil @control.hear
    @control = newer
    assert_stopped
  end

  def test_a_new_persistd_is_answered_behind_a_request_that_runs
    data = @player.data
    data.ask({ "PATH_INFO" => "/read" }, mode: 2)
    data.hear
    @control.close
    @control = @player.connect
    @control.tell(OPEN, 1, 1, 0, 0)
    data.tell(BODY, "", 1)

    assert_equal 200, data.answer.status
    assert_equal @ready, @control.hear
  end

  def test_data_is_served_while_there_is_no_control_connection
    @control.close

    assert_equal @player.pid.to_s, get("/").body
  end

  def test_an_idle_unit_says_so_when_asked
    get("/")
    @control.tell(PROBE, 1)

    assert_equal [IDLE, 1], @control.hear # and nothing of unit 0 before it
    @control.tell(PROBE, 0)

    assert_equal [IDLE, 0], @control.hear
  end

  def test_a_unit_is_not_idle_while_work_goes_on
    %w[GET POST].each do |method|
      data = @player.data
      answer = data.get({ "PATH_INFO" => "/after", "REQUEST_METHOD" => method })

      assert answer.after
      assert answer.ok
      @control.tell(PROBE, 0)

      assert_predicate @control, :silent?
      FileUtils.touch(File.join(@player.directory, "go"))

      assert_equal [IDLE, 0], @control.hear
      FileUtils.rm(File.join(@player.directory, "go"))
    end
    assert_equal "works\nworks\n", @player.log
  end

  def test_what_has_arrived_before_a_probe_is_seen_before_the_answer
    20.times do
      peer = @player.data
      peer.ask({ "PATH_INFO" => "/read" }, mode: 2)
      @control.tell(PROBE, 0)
      peer.hear # its WANT

      assert_predicate @control, :silent_now?
      peer.tell(BODY, "", 1)
      peer.answer

      assert_equal [IDLE, 0], @control.hear
    end
  end

  def test_a_bad_frame_on_control_closes_only_that
    [Peer.frame(REQUEST, 0, "", 0, "", 0, ""), Peer.frame(PROBE, 8), "x",
     Peer.frame(OPEN, 1, 1, 0, 0), Peer.frame(LEAVING)].each do |frame|
      @control.write(frame)

      assert_nil @control.hear
      @control, ready = @player.control

      assert_equal @ready, ready
    end
    assert_stopped
  end

  # A refused request ends without a response.
  def assert_refused
    answer = get("/")

    assert_nil answer.status
    refute answer.ok
    refute answer.after
    @control.tell(PROBE, 0)

    assert_equal [IDLE, 0], @control.hear
  end

  def test_to_exit_ends_the_worker_but_not_before_stop
    assert_equal 500, get("/exit").status
    assert_equal [LEAVING], @control.hear
    2.times { assert_refused }
    assert_stopped 3
    refute_includes @player.log, "goes on"
  end

  def test_a_break_ends_the_loop_but_not_before_stop
    assert_equal 200, get("/break").status
    assert_equal [LEAVING], @control.hear
    2.times { assert_refused }
    assert_stopped
    assert_equal "goes on\nexits\n", @player.log
  end

  def test_what_a_break_has_left_undone_is_not_taken_for_whole
    answer = get("/half")

    assert_equal "half a page", answer.body
    refute answer.ok
    assert_stopped
  end

  def test_a_break_without_an_answer_is_a_500
    assert_equal 500, get("/nothing").status
    assert_stopped
  end

  def test_sigterm_is_a_wish_to_leave
    get("/")
    Process.kill(:TERM, @player.pid)

    assert_equal [LEAVING], @control.hear
    assert_refused
    @control.tell(STOP)

    assert_equal Signal.list["TERM"], @player.wait.termsig
  end

  def test_sigterm_in_a_request_ends_that_first
    assert_equal 500, get("/term").status
    assert_equal [LEAVING], @control.hear
    assert_refused
  end

  def test_one_that_is_leaving_does_not_wait_for_another_persistd
    get("/exit")
    @control.hear
    @control.close

    assert_equal 3, @player.wait.exitstatus
  end
end

# A worker without a persistd.
class OrphanTest < WorkerTest
  SCRIPT = <<~'RUBY'
    PersistWorker.each_request { |request| request.respond(200) }
    exit 7
  RUBY

  # It has half as long again to end, Ruby included.
  IMPATIENT = { "PERSIST_ORPHAN_SECONDS" => "2" }.freeze

  parallelize_me! # they wait most of the time

  def test_it_ends_when_nobody_has_come
    assert_equal 7, play(SCRIPT, environment: IMPATIENT).wait.exitstatus
  end

  def test_it_ends_when_control_was_lost
    player = play(SCRIPT, environment: IMPATIENT)
    control, = player.control

    assert_equal 200, player.data.get.status
    control.close

    assert_equal 7, player.wait.exitstatus
  end
end

# How a worker begins.
class BootTest < WorkerTest
  def test_the_environment_does_not_show_that_it_is_a_worker
    player = play("warn ENV.key?('PERSIST_WORKER'); exit")
    player.wait

    assert_equal "false\n", player.log
  end

  def test_another_version_is_refused_with_a_reason
    player = play("", environment: { "PERSIST_WORKER" => "2:3" })

    refute_predicate player.wait, :success?
    assert_includes player.log, "version 2"
  end

  def test_it_listens_itself
    player = play("PersistWorker.each_request { nil }", early: true)
    peer = player.early
    peer.tell(OPEN, 1, 0, FEATURE_FAULT, 0)
    player.control # is answered behind the data connection
    pid, = peer.io.getsockopt(:SOCKET, :PEERCRED).unpack("i3")

    assert_equal Process.pid, pid # the listener of before …
    pid, = player.connect.io.getsockopt(:SOCKET, :PEERCRED).unpack("i3")

    assert_equal player.pid, pid # … and that of now
  end

  def test_a_loop_can_not_be_entered_twice
    player = play(<<~'RUBY')
      PersistWorker.each_request(threads: 17) { nil } rescue warn $!.message
      Thread.new { PersistWorker.each_request { nil } }
      Thread.pass until PersistWorker.instance_variable_get(:@pid)
      PersistWorker.each_request { nil }
    RUBY
    player.wait

    assert_includes player.log, "threads must be 1 to 16"
    assert_includes player.log, "entered before"
  end
end
