# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Files passed by descriptor.
class SendFileTest < WorkerTest
  CONTENT = Array.new(4000) { |i| format("%09d\n", i) }.join
  SIZE = CONTENT.bytesize

  SCRIPT = <<~'RUBY'
    require "tempfile"
    PATH = "content"
    def attempt
      yield
      "nothing"
    rescue SystemCallError, RuntimeError, IOError, NoMethodError => e
      e.class
    end

    PersistWorker.each_request do |request|
      case request.path
      when "/refused"
        early = attempt { request.send_file(File.open(PATH)) }
        request.start(200)
        file = File.open(PATH)
        said = [[file, -1, 1], [file, 40_001], [file, 1, 40_000],
                [file, 0, -1], [File.open("/")], [IO.pipe.first],
                [File.open(PATH, "a")], [$stdin], ["content"]].map do |given|
          attempt { request.send_file(*given) }
        end
        request.write([early, *said].join(" "))
        next
      when "/begun" then request.start(200, "Content-Length" => "40000")
      when "/tagged" then request.start(200, "etag" => '"own"')
      when "/missing" then request.start(404)
      else request.start(200)
      end
      case request.path
      when "/written"
        Tempfile.create do |file|
          file.write("just now")
          request.send_file(file)
        end
      when "/nothing" then File.open(PATH) { |f| request.send_file(f, 40_000) }
      when "/raised"
        File.open(PATH) { |file| request.send_file(file) }
        raise "a pity"
      when "/parts"
        File.open(PATH) do |file|
          file.gets
          request.write("<")
          request.send_file(file, 10, 20)
          request.send_file(file, 0, 0)
          request.send_file(file, 30_000)
          request.write(file.gets)
          request.flush
        end
      when "/trailers"
        File.open(PATH) { |file| request.send_file(file) }
        request.after_response { nil }
        request.finish("X-Sum" => "1")
      when "/shrunk"
        Tempfile.create do |file|
          file.write("just now")
          request.send_file(file)
          file.truncate(4)
        end
      else File.open(PATH) { |file| request.send_file(file) }
      end
    end
  RUBY

  def setup
    @player = play(SCRIPT)
    path = File.join(@player.directory, "content")
    File.write(path, CONTENT)
    File.utime(0, Time.at(1_234_567_890, 123_456_789, :nsec), path)
    @data = @player.connect
    @data.tell(OPEN, 1, 0, 1, 0)
  end

  # The messages of one write, and the content of the file that came with it.
  def receive
    bytes, _, _, *controls = Timeout.timeout(PATIENCE) do
      @data.io.recvmsg(1 << 20, scm_rights: true)
    end
    files = controls.flat_map { |control| control.unix_rights.to_a }
    [messages(bytes), *files.map { |file| content(file).hash }]
  end

  def messages(bytes)
    found = []
    until bytes.empty?
      size = bytes.unpack1("N", offset: 1)
      found << MessagePack.unpack(bytes[5, size])
      bytes = bytes[(5 + size)..]
    end
    found
  end

  def content(file)
    file.pread(SIZE, 0)
  ensure
    file.close
  end

  def ask(path)
    @data.ask({ "PATH_INFO" => path })
    receive
  end

  def test_a_file_that_is_all_comes_by_one_write_with_its_length
    found = ask("/whole")
    fields = ["Content-Length", SIZE.to_s, "ETag", '"0-9c40-112210f47de98115"',
              "Last-Modified", "Fri, 13 Feb 2009 23:31:30 GMT"]
    head = [RESPONSE, @data.seq, 200, fields, "", 0]

    assert_equal [[head, [FILE, 0, SIZE], [END_, 1, 0, []]], CONTENT.hash],
                 found
  end

  def test_the_length_that_the_script_gives_is_kept
    found, = ask("/begun")

    assert_equal %w[Content-Length 40000], found.first[3].take(2)
  end

  def test_validators_of_the_script_are_kept
    found, = ask("/tagged")

    assert_equal %w[etag Content-Length Last-Modified],
                 found.first[3].each_slice(2).map(&:first)
    found, = ask("/missing")

    assert_equal ["Content-Length", SIZE.to_s], found.first[3]
  end

  def test_files_and_bytes_keep_their_order
    # A read ends after the bytes that came with a descriptor.
    found = ask("/parts").first
    found += receive.first until found.last[0] == END_

    assert_equal [[BODY, "<", 0], [FILE, 10, 20], [FILE, 30_000, 10_000],
                  [BODY, "000000001\n", 0]], found[1...-1]
  end

  def test_trailers_and_work_afterwards_follow_a_file
    found, = ask("/trailers")

    assert_equal [END_, 1, 1, %w[X-Sum 1]], found.last
  end

  def test_no_bytes_are_no_file
    found = ask("/nothing")

    assert_equal [[[RESPONSE, @data.seq, 200, [], "", 1]]], found
  end

  def test_what_was_just_written_is_in_the_file
    found, content = ask("/written")

    assert_equal [FILE, 0, 8], found[1]
    assert_equal "just now".hash, content
  end

  def test_what_is_no_file_is_refused
    found, = ask("/refused")

    assert_equal "RuntimeError Errno::ERANGE Errno::ERANGE Errno::ERANGE " \
                 "Errno::ERANGE Errno::EISDIR Errno::ESPIPE Errno::EBADF " \
                 "Errno::ESPIPE NoMethodError", found.first[4]
  end

  def test_an_exception_behind_a_file_that_waits_is_a_500
    found = ask("/raised").first
    found += receive.first until found.last[0] == RESPONSE

    assert_equal 500, found.last[2]
  end

  def test_no_descriptor_stays_open
    ask("/whole")
    before = descriptors
    20.times { |i| ask(%w[/whole /nothing /trailers /written][i % 4]) }
    ask("/raised").first.last[0] == RESPONSE || receive

    assert_equal before, descriptors
  end

  # Waits until the worker has closed all that it must close.
  def descriptors
    @control ||= @player.control.first
    @control.tell(PROBE, 0)

    assert_equal [IDLE, 0], @control.hear
    Dir.children("/proc/#{@player.pid}/fd").size
  end

  def test_who_takes_no_file_gets_its_bytes
    data = @player.data
    answer = data.get({ "PATH_INFO" => "/whole" })

    assert_operator CONTENT, :eql?, answer.body
    assert_equal SIZE.to_s, answer.headers["Content-Length"]
    assert_operator "<#{CONTENT[10, 20]}#{CONTENT[30_000..]}000000001\n",
                    :eql?, data.get({ "PATH_INFO" => "/parts" }).body
  end

  def test_a_large_file_leaves_memory_flat_when_it_is_copied
    skip "no /proc" unless File.exist?("/proc/self/status")
    data = @player.data
    data.get({ "PATH_INFO" => "/whole" })
    before = memory
    File.truncate(File.join(@player.directory, "content"), 64 << 20)

    assert_equal 64 << 20, data.get({ "PATH_INFO" => "/whole" }).body.bytesize
    assert_operator memory - before, :<, 8 << 10
  end

  # KiB of its own
  def memory
    File.read("/proc/#{@player.pid}/status")[/^RssAnon:\s+(\d+)/, 1].to_i
  end

  def test_a_file_that_gets_shorter_aborts_its_copy
    data = @player.data

    refute data.get({ "PATH_INFO" => "/shrunk" }).ok
    assert_equal SIZE, data.get({ "PATH_INFO" => "/whole" }).body.size
  end
end
