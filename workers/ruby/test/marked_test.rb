# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Lines that are printed for a request carry its id: wire/PROTOCOL.md, 9.
class MarkedTest < WorkerTest
  MARK = "\x1er1\x1f"

  # Serves one request by these lines of Ruby, and returns the log's lines.
  def lines_of(code, before: "")
    player = play(<<~RUBY)
      #{before}
      PersistWorker.each_request do |request|
        #{code}
        request.respond(200)
      end
    RUBY
    data = player.data

    assert_equal 200, data.get.status
    assert_equal 200, data.get({}, id: "").status
    control, = player.control
    control.tell(PROBE, 0)

    assert_equal [IDLE, 0], control.hear # also behind the response
    player.marked_log.lines(chomp: true)
  end

  # Returns the text after the mark, of the lines that have one.
  def marked_lines(...)
    lines_of(...).filter_map { |line| line.delete_prefix!(MARK) }
  end

  def test_each_line_of_a_request_is_marked_and_others_are_not
    player = play(<<~'RUBY')
      puts "before"
      PersistWorker.each_request do |request|
        puts "one\ntwo"
        $stderr.print "th"
        $stderr << "ree" << "\n"
        request.after_response { puts "behind it" }
        request.respond(200)
      end
      puts "after"
    RUBY
    control, = player.control

    assert_equal 200, player.data.get.status
    control.tell(STOP)
    player.wait

    marked = ["one", "two", "three", "behind it"].map { |line| MARK + line }

    assert_equal ["before", *marked, "after"],
                 player.marked_log.lines(chomp: true)
  end

  def test_all_that_prints_is_marked_and_an_empty_id_is_none
    lines = lines_of(<<~'RUBY')
      warn "warn"
      p :p
      pp [1, 2]
      putc "c"
      puts
      printf("%s\n", "printf")
      $stderr.syswrite("syswrite\n")
      puts "é", "\xff", nil, %w[a b]
      request.after_response { raise "raised" }
    RUBY
    half = lines.size / 2

    assert_empty(lines.take(half).reject { |line| line.start_with?(MARK) })
    assert_equal lines.take(half).map { |line| line.delete_prefix(MARK) },
                 lines.drop(half)
    assert_equal ["warn", ":p", "[1, 2]", "c", "printf", "syswrite", "é",
                  "\xff", "", "a", "b"], lines.slice(half, 11)
  end

  def test_constants_and_children_have_no_mark
    lines = lines_of(<<~'RUBY')
      STDOUT.puts "constant"
      system("echo child")
      system("echo given", out: $stderr)
      Process.wait(fork { puts "fork" })
    RUBY

    assert_equal %w[constant child given fork] * 2, lines
  end

  def test_usual_libraries_take_them_for_what_they_are
    lines = marked_lines(<<~'RUBY', before: "require 'logger'")
      Logger.new($stderr, progname: "log").info("ged")
      puts [$stdout.fileno, $stderr.to_io.fileno, $stdout.sync, $stderr.tty?,
            $stdout.external_encoding.inspect, $stdout.flush.class <= IO,
            $stdout.write("é", :b, "\n"), IO === $stderr].join(" ")
    RUBY

    assert_match(/INFO -- log: ged\z/, lines.first)
    assert_equal ["éb", "1 2 true false nil true 4 true"], lines.drop(1)
  end

  def test_a_file_in_the_place_of_the_log_gets_no_marks
    lines = lines_of(<<~'RUBY')
      log = STDOUT.dup
      STDOUT.reopen("mine", "w")
      puts "by constant"
      $stdout.reopen("mine", "a").sync = true
      puts "by name"
      STDOUT.reopen(log)
      puts File.read("mine").dump
    RUBY
    text = "by constant\nby name\n".dump

    assert_equal [MARK + text, text], lines
  end

  def test_a_line_that_does_not_end_does_not_swallow_the_next_request
    player = play(<<~'RUBY')
      PersistWorker.each_request do |request|
        print "a", "b"
        print "c"
        request.respond(200)
      end
    RUBY
    data = player.data
    %w[x y].each { |id| assert_equal 200, data.get({}, id:).status }

    assert_equal "\x1ex\x1fabc\n\x1ey\x1fabc", player.marked_log
  end

  def test_both_streams_are_one_log
    lines = lines_of(<<~'RUBY')
      $stderr.write "progress..."
      $stdout.puts "a line"
      $stderr.puts "done"
    RUBY
    half = ["progress...a line", "done"]

    assert_equal half.map { |line| MARK + line } + half, lines
  end

  def test_threads_have_an_id_each
    player = play(<<~'RUBY')
      PersistWorker.each_request(threads: 2) do |request|
        100.times { puts request.request_id; Thread.pass }
        request.respond(200)
      end
    RUBY
    peers = [player.data(0), player.data(1)]
    peers.zip(%w[a b]) { |peer, id| peer.ask({}, id:) }
    peers.each { |peer| assert_equal 200, peer.answer.status }

    assert_equal({ "\x1ea\x1fa" => 100, "\x1eb\x1fb" => 100 },
                 player.marked_log.lines(chomp: true).tally)
  end

  def test_the_handler_of_a_signal_may_print
    lines = lines_of(<<~'RUBY', before: "trap(:USR1) { puts 'trapped' }")
      Process.kill(:USR1, Process.pid)
    RUBY

    assert_equal %w[trapped trapped], lines
  end

  def test_old_cgi_code_warns_with_a_mark
    player = play(<<~'RUBY')
      PersistWorker.each_cgi do
        print "Content-Type: text/plain\n\nhello"
        warn "warned"
      end
    RUBY

    assert_equal "hello", player.data.get.body
    assert_equal "#{MARK}warned\n", player.marked_log
  end
end
