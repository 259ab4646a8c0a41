# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "minitest/autorun"
require "persist_worker"
require "uri"

# The golden vectors of wire/vectors/: what their .txt say is read from their
# .bin, and refused where they say so.
class VectorsTest < Minitest::Test
  Wire = PersistWorker::Wire
  VECTORS = File.expand_path("../../../wire/vectors", __dir__)

  # What a .txt expects: messages as arrays, and how it ends.
  class Expected
    attr_reader :messages, :canonical, :error, :incomplete

    def initialize(path)
      @messages = []
      @canonical = false
      File.readlines(path, chomp: true).each { |line| read(line) }
    end

    private

    def read(line)
      word, first, second = line.split(" ", 3)
      case word
      when "#" then nil
      when "canonical" then @canonical = first == "yes"
      when "message" then @messages << [Integer(second)]
      when "number" then @messages.last << Integer(second)
      when "bytes" then @messages.last << text(second)
      when "list" then @messages.last << []
      when "item" then @messages.last.last << text(first)
      when "error" then @error = first
      when "incomplete" then @incomplete = Integer(first)
      else raise "unknown word in a vector: #{line}"
      end
    end

    def text(encoded)
      URI.decode_www_form_component(encoded.to_s, Encoding::BINARY)
    end
  end

  # Returns the messages as arrays, and the bytes left or :error.
  def read(bytes, step)
    reader = Wire::FrameReader.new
    messages = []
    (0...bytes.bytesize).step(step) do |at|
      reader.feed(bytes.byteslice(at, step))
      while (message = reader.next)
        messages << [message.class.kind, *message.to_a.drop(1)]
      end
    end
    [messages, reader.pending]
  rescue PersistWorker::ProtocolError
    [messages, :error]
  end

  # Kinds from 64 on are httpd's and persistd's own: a worker refuses them.
  def check(bytes, expected, step)
    messages, ending = read(bytes, step)
    if expected.messages.any? { |kind, *| kind >= 64 }
      assert_equal :error, ending
    else
      assert_equal expected.messages, messages
      assert_equal expected.error ? :error : expected.incomplete.to_i, ending
    end
  end

  def check_encoding(bytes, expected)
    frames = expected.messages.map do |kind, *fields|
      Wire::Message::KINDS.fetch(kind).frame(*fields)
    end
    assert_equal bytes, frames.join
  end

  paths = Dir[File.join(VECTORS, "*.txt")]
  raise "no vectors in #{VECTORS}" if paths.empty?

  paths.each do |path|
    define_method("test_#{File.basename(path, '.txt')}") do
      expected = Expected.new(path)
      bytes = File.binread(path.sub(/txt\z/, "bin"))
      check(bytes, expected, [bytes.bytesize, 1].max)
      check(bytes, expected, 1)
      check_encoding(bytes, expected) if
        expected.canonical && expected.messages.all? { |kind, *| kind < 64 }
    end
  end
end
