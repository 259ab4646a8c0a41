# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "minitest/autorun"
require "persist_worker"

# Headers in, and headers out.
class HeadersTest < Minitest::Test
  ENVIRONMENT = { "CONTENT_TYPE" => "t", "HTTP_X_ONE" => "1",
                  "PATH" => "p" }.freeze

  def headers
    PersistWorker::Headers.new(ENVIRONMENT)
  end

  def flatten(headers)
    block = PersistWorker::HeaderFields.pack(headers)
    PersistWorker::HeaderFields.split(block).flatten
  end

  def test_names_are_found_in_any_spelling
    assert_equal "t", headers["content-type"]
    assert_equal "1", headers["X-One"]
    assert headers.key?("x_one")
    assert_nil headers["path"]
    assert_equal 7, headers.fetch("no", 7)
  end

  def test_they_are_listed_as_http_writes_them
    assert_equal({ "Content-Type" => "t", "X-One" => "1" }, headers.to_h)
  end

  def test_out_they_go_as_bytes_in_their_order
    assert_equal %w[A 1 B x B y], flatten("A" => 1, B: %w[x y])
    assert_equal %w[A 1 A 2], flatten([%w[A 1], %w[A 2]])
    assert_equal Encoding::BINARY, flatten("A" => "é").last.encoding
  end

  def test_what_would_split_a_response_is_refused
    [{ "A" => "b\r\nC: d" }, { "A\n" => "b" }, { "" => "b" }, { "A:" => "b" },
     { "A" => "\0" }, { "A" => "\x7f" }, { "A" => %W[b c\n] },
     { "é" => "b" }].each do |bad|
      assert_raises(ArgumentError, bad.inspect) { flatten(bad) }
    end
    assert_equal %W[A b\tc], flatten("A" => "b\tc")
  end
end
