# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Child processes of the script hold no descriptor of the worker.
class ForkTest < WorkerTest
  SCRIPT = <<~'RUBY'
    PersistWorker.each_request do |request|
      sockets = lambda do
        Dir.children("/proc/self/fd").filter_map do |fd|
          File.readlink("/proc/self/fd/#{fd}") rescue nil
        end.grep(/socket/).size
      end
      case request.path
      when "/system"
        request.respond(200, {}, `ls -l /proc/self/fd | grep -c socket`.strip)
      when "/fork"
        read, write = IO.pipe
        child = fork { write.write(sockets.call, PersistWorker.child?) }
        write.close
        Process.wait(child)
        request.respond(200, {}, read.read)
      when "/return"
        read, write = IO.pipe
        unless fork
          write.write("child")
          next
        end
        write.close
        request.respond(200, {}, read.read)
      when "/exit", "/exit!"
        fork or (request.path == "/exit" ? exit(5) : exit!(6))
        Process.wait
        request.respond(200, {}, $?.exitstatus.to_s)
      when "/orphan"
        system("sleep 600 &")
        fork { sleep }
        request.respond(200, {}, sockets.call.to_s)
      else request.respond(200)
      end
    end
    warn "#{PersistWorker.child? ? 'child' : 'worker'} goes on"
  RUBY

  def setup
    @player = play(SCRIPT)
    @control, = @player.control
    @data = @player.data
  end

  def get(path)
    @data.get({ "PATH_INFO" => path }).body
  end

  def test_not_by_exec
    assert_equal "0", get("/system")
  end

  def test_not_by_fork
    assert_equal "0true", get("/fork")
    assert_equal "0true", get("/fork")
  end

  def test_a_child_that_returns_goes_on_behind_the_loop
    assert_equal "child", get("/return")
    @player.eventually { @player.log == "child goes on\n" }
    assert_equal "", get("/")
  end

  def test_a_child_exits_alone
    assert_equal "5", get("/exit")
    assert_equal "6", get("/exit!")
    @control.tell(PROBE, 0)

    assert_equal [IDLE, 0], @control.hear # and nothing before it
    assert_equal "", get("/")
  end

  def test_a_killed_worker_leaves_no_socket_that_accepts
    get("/orphan")
    Process.kill(:KILL, @player.pid)
    @player.wait

    assert_nil @data.hear_end
    assert_raises(Errno::ECONNREFUSED) { @player.connect }
  end
end
