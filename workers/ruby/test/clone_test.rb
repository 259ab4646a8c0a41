# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Copies of a worker, which persistd orders.
class CloneTest < WorkerTest
  CLONED = 28
  SCRIPT = <<~'RUBY'
    told = []
    PersistWorker.before_fork do
      told << "before"
      raise "not now" if File.exist?("no")
    end
    PersistWorker.after_fork { told << "after" }
    PersistWorker.each_request(clones: CLONES) do |request|
      Thread.new { sleep } if request.path == "/thread"
      puts "printed" if request.path == "/print"
      request.respond(200, {}, [Process.pid, rand, *told].join(" "))
    end
  RUBY

  def setup
    begin_with("true")
  end

  def teardown
    @clones.to_a.each { |control, pid| end_clone(control, pid) }
    super
  end

  def begin_with(clones)
    @player = play(SCRIPT.sub("CLONES", clones))
    @control, @ready = @player.control
    @data = @player.data
    @pid = @data.get.body.to_i
  end

  def end_clone(control, pid)
    control.tell(STOP)
    @player.eventually { !alive?(pid) }
  end

  def alive?(pid)
    !File.read("/proc/#{pid}/stat")[/.*\) (.)/, 1].match?(/[ZX]/)
  rescue SystemCallError
    false
  end

  # Sends FORK, and returns whether it was refused.
  def order(control, path: place, &block)
    server = UNIXServer.new(path)
    @output, output = IO.pipe
    block&.call(server)
    control.io.sendmsg(Peer.frame(FORK), 0, nil,
                       Socket::AncillaryData.unix_rights(server, output))
    [server, output].each(&:close)
    kind, refused = control.hear

    assert_equal CLONED, kind
    refused == 1
  end

  def place
    @place = File.join(@player.directory, "c#{@count = @count.to_i + 1}")
  end

  # Returns a clone's control connection, a data connection, and its facts.
  def make(control)
    refute order(control)
    mine = Peer.new(@place)
    mine.tell(OPEN, 1, 1, 0, 0)

    assert_equal READY, mine.hear.first
    data = Peer.new(@place)
    data.tell(OPEN, 1, 0, 0, 0)
    pid, *facts = data.get.body.split
    (@clones ||= []) << [mine, pid.to_i]
    [mine, data, pid.to_i, *facts]
  end

  def test_a_clone_serves_beside_its_worker
    _, data, pid, _, *told = make(@control)

    assert_equal FEATURE_FILE | FEATURE_CLONE | FEATURE_FAULT | FEATURE_AHEAD,
                 @ready[3]
    refute_equal @pid, pid
    assert_equal %w[before after], told
    assert_equal pid, Process.getpgid(pid)
    assert_equal @pid, @data.get.body.to_i
    assert_equal pid, data.get.body.to_i
  end

  def test_each_has_numbers_of_its_own_and_may_be_copied
    control, _, first, number, = make(@control)
    _, _, second, other, = make(control)

    refute_equal first, second
    refute_equal number, other
  end

  def test_what_a_clone_prints_is_its_own
    _, data, = make(@control)
    data.get({ "PATH_INFO" => "/print" })

    assert_equal "\x1er1\x1fprinted\n",
                 Timeout.timeout(PATIENCE) { @output.gets }
    assert_equal "", @player.log
  end

  def test_standard_output_may_have_write_alone
    @player = play(<<~'RUBY')
      Tee = Struct.new(:one) { def write(*data) = one.write(*data) }
      $stdout = Tee.new($stdout)
      $stderr = Tee.new($stderr)
      PersistWorker.each_request(clones: true) do |request|
        $stdout.write("printed\n")
        request.respond(200, {}, Process.pid.to_s)
      end
    RUBY
    _, _, pid, = make(@player.control.first)

    refute_equal @player.pid, pid
    assert_equal @player.pid, @player.data.get.body.to_i
    assert_equal "printed\n", @player.log
  end

  def test_the_worker_may_end_before_its_clone
    _, data, pid, = make(@control)
    @control.tell(STOP)

    assert_equal 0, @player.wait.exitstatus
    assert_equal pid, data.get.body.to_i
  end

  def test_a_hook_that_raises_makes_no_clone
    no = File.join(@player.directory, "no")
    File.write(no, "")

    assert order(@control)
    assert_includes @player.log, "not now"
    File.delete(no)

    assert_equal 200, @data.get.status
    make(@control)
  end

  def test_one_with_another_thread_is_not_copied
    @data.get({ "PATH_INFO" => "/thread" })

    assert order(@control)
    assert_equal 200, @data.get.status
  end

  # Older ones keep the native thread for some seconds, to use it again.
  def test_a_thread_may_end_before_the_fork
    skip "not with this Ruby" if RUBY_VERSION < "3.3"

    @player = play(<<~'RUBY')
      start = -> { @thread = Thread.new { sleep } }
      PersistWorker.before_fork { @thread.kill.join }
      PersistWorker.after_fork(&start)
      start.call
      PersistWorker.each_request(clones: true) do |request|
        request.respond(200, {}, "#{Process.pid} #{@thread.alive?}")
      end
    RUBY
    _, _, pid, alive = make(@player.control.first)

    refute_equal @player.pid, pid
    assert_equal "true", alive
  end

  def test_an_order_that_was_taken_back_is_refused
    assert order(@control) { |server| server.shutdown(Socket::SHUT_RDWR) }
  end

  def test_a_clone_ends_when_nobody_wants_it_any_more
    listener = nil

    refute order(@control) { |server| listener = server.dup }
    peer = Peer.new(@place).io.getsockopt(:SOCKET, :PEERCRED).data
    pid = peer.unpack1("i")
    listener.shutdown(Socket::SHUT_RDWR)
    @player.eventually { !alive?(pid) }

    assert_equal "", @player.log
  end

  def test_one_that_can_not_be_made_ends
    @player = play(<<~'RUBY')
      at_exit { warn "goes on" }
      PersistWorker::Marked.singleton_class.prepend(
        Module.new { def find_log = raise("no log") }
      )
      PersistWorker.each_request(clones: true) { _1.respond(200) }
    RUBY
    order(@player.control.first)

    assert_equal "", Timeout.timeout(PATIENCE) { @output.read }
    assert_equal 200, @player.data.get.status
  end

  # As if the limit of processes was reached, or a signal came just then.
  def test_one_that_can_not_be_forked_is_none
    %w[raise("no") super.tap{_1||raise(Interrupt)}].each do |fork|
      @player = play(<<~RUBY)
        Process.singleton_class.prepend(Module.new { def fork = #{fork} })
        at_exit { warn "goes on" }
        PersistWorker.each_request(clones: true) { _1.respond(200) }
      RUBY

      assert order(@player.control.first), fork
      assert_equal 200, @player.data.get.status
      assert_equal "", @player.log
    end
  end

  def test_an_order_without_descriptors_is_refused
    @control.tell(FORK)

    assert_equal [CLONED, 1], @control.hear
  end

  def test_a_script_that_did_not_allow_it_is_not_copied
    begin_with("false")

    assert_equal FEATURE_FILE | FEATURE_FAULT | FEATURE_AHEAD, @ready[3]
    assert order(@control)
  end

  def test_one_that_has_served_too_little_is_not_copied
    begin_with("2")

    assert order(@control)
    @data.get
    make(@control)
  end
end
