# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "minitest/autorun"
require "persist_worker"

# What is refused before memory is reserved, in both directions.
class FramesTest < Minitest::Test
  Wire = PersistWorker::Wire

  def read(bytes)
    reader = Wire::FrameReader.new
    reader.feed(bytes.b)
    reader.next
  end

  def frame(content)
    [0xce, content.bytesize].pack("CN") << content
  end

  def assert_refused(bytes)
    assert_raises(PersistWorker::ProtocolError) { read(bytes) }
  end

  def test_a_declared_count_reserves_nothing
    before = resident
    # array 32, str 32, bin 32, map 32 of almost 4 GiB each
    %w[dd db c6 df].each do |tag|
      lie = [tag].pack("H*") << "\xff\xff\xff\xfe".b
      assert_refused(frame(lie))
      assert_refused(frame("\x92\x07".b << lie))
      assert_refused(frame("\x92\x07\x91".b << lie))
    end
    assert_operator resident - before, :<, 16 << 20
  end

  def resident
    File.read("/proc/self/status")[/^VmRSS:\s+(\d+)/, 1].to_i * 1024
  rescue Errno::ENOENT
    skip "no /proc"
  end

  def test_a_frame_beyond_the_limit_is_refused_by_its_prefix
    assert_nil read([0xce, Wire::FRAME_MAX].pack("CN"))
    assert_refused([0xce, Wire::FRAME_MAX + 1].pack("CN"))
    assert_refused([0xce, 0].pack("CN"))
  end

  def test_what_is_no_frame_is_refused_by_its_first_byte
    assert_refused("G")
  end

  def test_a_value_does_not_reach_into_the_next_frame
    want = Wire::Want.frame(5)
    cut = [0xce, 3].pack("CN") << "\x92\x08\xc4".b
    assert_refused(cut + want)
  end

  def test_several_frames_of_one_read_come_one_by_one
    reader = Wire::FrameReader.new
    reader.feed(Wire::Want.frame(5) + Wire::Stop.frame + "\xce".b)

    assert_equal 5, reader.next.bytes
    assert_instance_of Wire::Stop, reader.next
    assert_nil reader.next
    assert_equal 1, reader.pending
  end

  def test_the_buffer_that_was_fed_may_be_used_again
    buffer = Wire::Body.frame("abc", 0)[0..-3]
    reader = Wire::FrameReader.new
    reader.feed(buffer)
    buffer.replace("x" * 100)
    reader.feed("c\0".b)

    assert_equal "abc", reader.next.bytes
  end

  def test_what_is_missing_of_a_frame_is_known
    bytes = Wire::Body.frame("x" * 1000, 0)
    reader = Wire::FrameReader.new
    reader.feed(bytes.byteslice(0, 3))

    assert_equal 0, reader.missing

    reader.feed(bytes.byteslice(3, 97))

    assert_equal bytes.bytesize - 100, reader.missing
  end

  def test_nothing_beyond_a_limit_is_sent
    [-> { Wire::Body.frame("x" * (Wire::BODY_MAX + 1), 0) },
     -> { Wire::Response.frame(128, 200, [], "", 0) },
     -> { Wire::Response.frame(0, 600, [], "", 0) },
     -> { Wire::Response.frame(0, 200, ["a"], "", 0) },
     -> { Wire::Response.frame(0, 200, ["a"] * 1020, "", 0) },
     -> { Wire::Response.frame(0, 200, ["a", "x" * (2 << 20)], "", 0) },
     -> { Wire::Idle.frame(nil) },
     -> { Wire::Idle.frame }].each do |beyond|
      assert_raises(ArgumentError, &beyond)
    end
    assert Wire::Response.frame(0, 200, ["a"] * 1018, "", 0)
  end

  def test_text_of_any_encoding_goes_out_as_its_bytes
    latin = "é".encode("ISO-8859-1")

    assert_equal "\xe9".b, read(Wire::Log.frame(6, latin)).text
    assert_equal "é".b, read(Wire::Log.frame(6, "é")).text
  end
end
