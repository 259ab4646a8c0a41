# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "minitest/autorun"
require "persist_worker"
require "stringio"

# The request's body as an IO, compared with a pipe that has the same text.
class BodyTest < Minitest::Test
  # Returns a text in pieces of one size.
  Source = Struct.new(:text, :step) do
    def read_piece
      piece = text.slice!(0, step)
      piece unless piece.empty?
    end
  end

  TEXT = "one\ntwo\n\n\nthree\r\nfour"
  SIZES = [1, 2, 3, 7, 100].freeze

  def body(text = TEXT, size = 3)
    PersistWorker::Body.new(Source.new(text.b, size))
  end

  def assert_alike(text = TEXT)
    SIZES.each do |size|
      expected = IO.pipe(binmode: true) do |pipe, other|
        other << text
        other.close
        yield pipe
      end

      if expected.nil?
        assert_nil yield(body(text, size))
      else
        assert_equal expected, yield(body(text, size)), "pieces of #{size}"
      end
    end
  end

  def test_it_is_read_whole
    assert_alike(&:read)
    assert_alike("", &:read)
    assert_alike("") { |io| io.read(1) }
    assert_alike { |io| [io.read, io.read, io.read(1)] }
  end

  def test_it_is_read_in_lengths
    assert_alike { |io| Array.new(10) { io.read(4) } }
    assert_alike { |io| [io.read(0), io.read(2), io.read, io.read(2)] }
    assert_alike { |io| out = +"x"; [io.read(5, out), out] } # rubocop:disable Style/Semicolon
  end

  def test_it_is_read_in_lines
    assert_alike { |io| io.each_line.to_a }
    assert_alike { |io| io.each_line(chomp: true).to_a }
    assert_alike { |io| [io.gets(nil), io.gets(nil)] }
    assert_alike { |io| io.each_line("wo").to_a }
    assert_alike { |io| io.each_line("").to_a }
    assert_alike { |io| io.each_line(2).to_a }
    assert_alike { |io| io.each_line("\n", 2).to_a }
    assert_alike { |io| [io.gets, io.lineno, io.read(2), io.gets, io.lineno] }
    assert_alike("\n\n\na\n\n") { |io| [io.gets(""), io.gets("")] }
  end

  def test_it_is_read_in_bytes
    assert_alike { |io| io.each_byte.to_a }
    assert_alike { |io| [io.getc, io.getbyte, io.read] }
  end

  def test_its_end_is_known
    assert_alike { |io| [io.eof?, io.read, io.eof?] }
    assert_raises(EOFError) { body("").readpartial(1) }
    assert_raises(EOFError) { body("").readline }
  end

  def test_readpartial_gives_what_is_there
    io = body("abcdef", 4)

    assert_equal "abc", io.readpartial(3)
    assert_equal "d", io.readpartial(3)
    assert_equal "ef", io.readpartial(3)
  end

  def test_it_can_be_copied_to_a_file
    out = StringIO.new
    IO.copy_stream(body("x" * 100_000, 999), out)

    assert_equal "x" * 100_000, out.string
  end

  def test_all_strings_are_binary
    assert_equal [Encoding::BINARY] * 3,
                 [body.read, body.read(2), body.gets].map(&:encoding)
  end

  def test_there_is_no_way_back
    assert_raises(Errno::ESPIPE) { body.rewind }
  end

  def test_when_it_is_closed_nothing_is_left
    io = body
    io.read(1)
    io.close

    assert_predicate io, :closed?
    assert_raises(IOError) { io.read }
  end
end
