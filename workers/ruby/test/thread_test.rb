# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Threads that share more than the loop, and threads that end.
class ThreadTest < WorkerTest
  KILLED = <<~'RUBY'
    main = Thread.current
    both = Thread::Queue.new
    PersistWorker.each_request(threads: 2) do |request|
      case request.path
      when "/both"
        both << 1
        sleep 0.01 until both.size == 2
        Thread.current.kill unless Thread.current == main
      when "/soon"
        request.respond(200)
        others = Thread.list - [main]
        next Thread.new do
          sleep 0.01 until others.all?(&:stop?)
          # Again, because Ruby's signal may come just before the thread blocks.
          others.each(&:kill) while others.any?(&:alive?) && sleep(0.01)
        end
      end
      request.respond(200)
    end
  RUBY

  def test_a_killed_thread_gives_up_its_request_alone
    player = play(KILLED)
    control, = player.control
    both = [player.data(0), player.data(1)]
    both.each { |data| data.ask({ "PATH_INFO" => "/both" }) }

    assert_equal [200, 500], both.map { |data| data.answer.status }.sort
    assert_ends player, control
  end

  def test_a_thread_may_be_killed_while_it_waits
    player = play(KILLED)
    control, = player.control

    assert_equal 200, player.data.get({ "PATH_INFO" => "/soon" }).status
    assert_ends player, control
  end

  # A worker with fewer threads than it has reported gets no more requests.
  def assert_ends(player, control)
    message = control.hear
    message = control.hear while message.first == IDLE

    assert_equal LEAVING, message.first
    control.tell(STOP)

    assert_equal 0, player.wait.exitstatus
    assert_equal "", player.log
  end

  def test_a_string_that_another_thread_sends_can_be_sent
    player = play(<<~'RUBY')
      text = "x" * 8_000_000
      PersistWorker.each_request(threads: 2) do |request|
        request.respond(200, {}, text)
      end
    RUBY
    slow = player.data(0)
    slow.ask

    assert slow.io.wait_readable(PATIENCE)
    assert_equal 8_000_000, player.data(1).get.body.size
    assert_equal 8_000_000, slow.answer.body.size
  end
end
