# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "minitest/autorun"
require "msgpack"
require "rbconfig"
require "socket"
require "timeout"
require "tmpdir"

LIB = File.expand_path("../../lib", __dir__)

# Kinds of messages, as PROTOCOL.md numbers them: the tests play the other side
# without the code that they test.
OPEN, REQUEST, BODY, INFO, RESPONSE, FILE, WANT, LOG, END_ = (1..9).to_a
STOP, FORK, DEADLINE, PROBE = (16..19).to_a
READY, FILES, IDLE, LEAVING = (24..27).to_a

FEATURE_FILE = 1
FEATURE_CLONE = 2
FEATURE_FAULT = 32
FEATURE_AHEAD = 64

COMPLETE = 1 # flags of RESPONSE
FAULT = 4

PATIENCE = 60 # seconds after which a test gives up

# One connection to a worker, of httpd or of persistd.
class Peer
  Answer = Struct.new(:status, :headers, :body, :frames, :ok, :after, :logs,
                      :trailers, :flags)

  attr_reader :io, :seq

  def initialize(path)
    @io = UNIXSocket.new(path)
    @seq = nil
  end

  def self.frame(kind, *fields)
    content = [kind, *fields.map { |field| binary(field) }].to_msgpack
    [0xce, content.bytesize].pack("CN") << content
  end

  def self.binary(field)
    case field
    when String then field.b
    when Array then field.map(&:b)
    else field
    end
  end

  def tell(kind, *fields)
    write(Peer.frame(kind, *fields))
  end

  def write(bytes)
    @io.write(bytes)
  end

  # The next message as an array; nil at the end of file.
  def hear
    Timeout.timeout(PATIENCE) do
      prefix = @io.read(5) or return
      mark, size = prefix.unpack("CN")
      raise "no frame: #{prefix.inspect}" unless mark == 0xce

      MessagePack.unpack(@io.read(size))
    end
  end

  # Reads on until nothing comes any more: nil at an orderly end.
  def hear_end
    nil while hear
  rescue Errno::ECONNRESET
    nil
  end

  # Whether nothing has come within this time.
  def silent?(seconds = 0.2)
    !@io.wait_readable(seconds)
  end

  # Sends a request; variables is a Hash.
  def ask(variables = {}, mode: 0, body: "", soft_ms: 0, id: "r1")
    @seq = Random.rand(1 << 32) # as httpd's: in no order
    tell(REQUEST, @seq, variables.flatten.map { |part| part.b << 0 }.join,
         mode, body, soft_ms, id)
  end

  # Reads a response to its end.
  def answer
    answer = Answer.new(nil, nil, +"", 0, true, false, +"")
    until answer.frozen?
      message = @first || hear or return
      @first = nil
      answer.frames += 1 unless message[0] == LOG
      take(answer, message)
    end
    answer
  end

  # The same behind an upload, whose last WANTs may have crossed its end.
  def take_rest_of_answer
    message = hear
    message = hear while message[0] == WANT
    @first = message
    answer
  end

  def get(variables = {}, **options)
    ask({ "REQUEST_METHOD" => "GET" }.merge(variables), **options)
    answer
  end

  def half_close
    @io.shutdown(Socket::SHUT_WR)
  end

  def silent_now?
    silent?(0)
  end

  def close
    @io.close
  end

  private

  def take(answer, message)
    case message[0]
    when LOG then answer.logs << message[2]
    when RESPONSE then take_head(answer, message)
    when BODY then take_body(answer, message)
    when END_ then take_end(answer, message)
    else raise "not of a response: #{message.inspect}"
    end
  end

  def take_head(answer, message)
    raise "seq #{message[1]} is not #{@seq}" unless message[1] == @seq

    answer.status = message[2]
    answer.headers = Hash[*message[3]]
    answer.body << message[4]
    answer.flags = message[5]
    answer.freeze if message[5].anybits?(COMPLETE)
  end

  def take_body(answer, message)
    answer.body << message[1]
    answer.freeze if message[2] == 1
  end

  def take_end(answer, message)
    answer.ok = message[1] == 1
    answer.after = message[2] == 1
    answer.trailers = message[3]
    answer.freeze
  end
end

# A real worker process, and those who talk with it.
class Player
  # early: a connection from before the worker was started.
  attr_reader :directory, :pid, :status, :early

  # script is Ruby code; persist_worker is loaded before it.
  def initialize(script, arguments: [], environment: {}, early: false)
    @directory = Dir.mktmpdir("pw")
    @path = File.join(@directory, "w")
    @log = File.join(@directory, "log")
    @script = File.join(@directory, "app.rb")
    File.write(@script, "require 'persist_worker'\n#{script}")
    start(arguments, environment, early)
  end

  # What is for the error log, without the marks of requests.
  def log
    marked_log.gsub(/\x1e[^\x1f]*\x1f/n, "")
  end

  def marked_log
    File.read(@log)
  end

  def connect
    Peer.new(@path)
  end

  # A control connection whose READY has been read, and is returned with it.
  def control
    peer = connect
    peer.tell(OPEN, 1, 1, 0, 0)
    [peer, peer.hear]
  end

  def data(unit = 0, features: FEATURE_FAULT)
    connect.tap { |peer| peer.tell(OPEN, 1, 0, features, unit) }
  end

  # Waits for the end of the worker and returns its status.
  def wait
    Timeout.timeout(PATIENCE) { _, @status = Process.wait2(@pid) }
    @status
  end

  def eventually
    limit = Process.clock_gettime(Process::CLOCK_MONOTONIC) + PATIENCE
    until (value = yield)
      raise "it has not come true\n#{log}" if
        Process.clock_gettime(Process::CLOCK_MONOTONIC) > limit

      sleep 0.01 # busy, it would take a processor from the worker
    end
    value
  end

  # Ends all of its process group, as persistd does.
  def finish
    Process.kill(:KILL, -@pid)
  rescue Errno::ESRCH
    nil
  ensure
    Process.wait(@pid) unless @status
    FileUtils.remove_entry(@directory)
  end

  private

  def start(arguments, environment, early)
    UNIXServer.open(@path) do |server|
      @early = connect if early
      # -w: the SDK runs without a warning, which would be seen in the log
      @pid = spawn({ "PERSIST_WORKER" => "1:3", **ENV.slice("PATH", "RUBYLIB"),
                     **environment },
                   RbConfig.ruby, "-w", "-I", LIB, @script, *arguments,
                   3 => server, in: File::NULL, %i[out err] => @log,
                   unsetenv_others: true, chdir: @directory, pgroup: true)
    end
  end
end

# Starts workers, and ends them with the test.
class WorkerTest < Minitest::Test
  def play(script, **options)
    player = Player.new(script, **options)
    (@players ||= []) << player
    player
  end

  def teardown
    @players&.each(&:finish)
  end
end
