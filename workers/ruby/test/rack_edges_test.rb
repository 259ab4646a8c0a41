# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# What reaches a Rack application, and its answers, at the edges of the short
# way that most of them go. Each request says what the application does.
class RackEdgesTest < WorkerTest
  APP = 'PersistWorker.serve_rack(->(env) { eval(env["HTTP_CODE"]) })'

  SERVER = { "SERVER_NAME" => "a", "SERVER_PORT" => "80",
             "PATH" => "/bin" }.freeze

  def setup
    @player = play(APP)
    @data = @player.data
  end

  # The answer of an application with this code.
  def evaluate(code, more = {})
    @data.get(more.merge("HTTP_CODE" => code))
  end

  def answer(headers, body)
    evaluate("[200, #{headers}, #{body}]")
  end

  def values(names, more)
    evaluate("[200, {}, env.values_at(*#{names.inspect}).map(&:inspect)]", more)
      .body
  end

  # What a request has not must not come from the one before.
  def test_variables_are_those_of_the_request
    names = [*SERVER.keys, "HTTP_X"]
    { SERVER => '"a""80""/bin"nil',
      SERVER.merge("SERVER_NAME" => "b") => '"b""80""/bin"nil',
      SERVER.merge("HTTP_X" => "\xff") => '"a""80""/bin""\xFF"',
      SERVER.except("SERVER_PORT") => '"a"nil"/bin"nil',
      {} => "nilnilnilnil" }.each do |more, seen|
      assert_equal seen, values(names, more)
    end
  end

  def test_names_that_share_a_place_stay_apart
    names = Array.new(600) { |i| "HTTP_X_#{i}" }
    more = names.to_h { |name| [name, name.downcase] }

    2.times do
      assert_equal more.values.map(&:inspect).join, values(names, more)
    end
  end

  def test_only_what_the_server_says_is_frozen
    frozen = evaluate("[200, {}, env.keys.select { |name| " \
                      "String === env[name] && env[name].frozen? }]",
                      SERVER.merge("HTTP_HOST" => "a", "REMOTE_ADDR" => "::1"))

    assert_equal ["PATH_INFO", "SCRIPT_NAME", "QUERY_STRING", "rack.url_scheme",
                  *SERVER.keys].join, frozen.body
  end

  def test_the_scheme_is_that_of_the_client
    { { "HTTPS" => "on" } => "https", {} => "http",
      { "REQUEST_SCHEME" => "https" } => "https",
      { "REQUEST_SCHEME" => "http" } => "http",
      { "HTTPS" => "off", "REQUEST_SCHEME" => "http" } => "http" }
      .each do |more, scheme|
        assert_equal scheme.inspect, values(["rack.url_scheme"], more)
      end
  end

  # An Array of a class of its own is sent another way.
  def statuses(headers)
    ["['a']", "Class.new(Array).new(['a'])"].map do |body|
      answer(headers, body).status
    end
  end

  def test_a_header_that_can_t_be_sent_is_an_error
    ['"a\0b" => ""', '"a b" => ""', '"" => ""', '"\u00e9" => ""', '1.5 => ""',
     '"a" => "b\0"', '"a" => "b\rc"', '"a" => "b".encode("UTF-16LE")',
     '"a" => ["b\0"]', '"a" => "1\n\0"'].each do |pair|
      assert_equal [500, 500], statuses("{ #{pair} }"), pair
    end
  end

  def test_odd_headers_are_sent
    ['"a" => "\xff"', '"a" => 1', '"a" => "\t"', '"a" => "1\n\n2"',
     '"a" => "b" * 9000', '"a" => %w[1 2]', '"rack.a" => "1"', ""]
      .each do |pair|
        assert_equal [200, 200], statuses("{ #{pair} }"), pair
      end
    assert_equal [200, 200], statuses("[['a', '1']]")
    assert_equal [200, 200], statuses("(1..90).to_h { |i| ['x-' + i.to_s, i] }")
    assert_empty answer("{ 'rack.a' => '1' }", "[]").headers
  end

  def test_an_array_is_sent_in_one_frame
    { "[]" => "", '["a", "b".encode("UTF-16LE"), "\xff"]' => "ab\0\xFF",
      "Class.new(Array).new(['a', 'b'])" => "ab",
      "['a', 'b' * 200_000]" => "a#{'b' * 200_000}" }.each do |body, seen|
      sent = answer("{}", body)

      assert_equal [200, seen.b, 1], [sent.status, sent.body.b, sent.frames]
    end
    [":a", "[1]", "[nil, 'a']"].each do |body|
      assert_equal 500, answer("{}", body).status
    end
  end

  def test_an_array_with_a_close_is_closed
    body = "['a'].tap { |body| def body.close = warn('closed') }"

    assert_equal "a", answer("{}", body).body
    @player.eventually { @player.log == "closed\n" }
  end

  # Each object that is made must survive until another one holds it.
  def test_garbage_may_be_collected_at_any_time
    evaluate("GC.stress = true; [200, {}, []]")
    2.times do |i|
      more = SERVER.merge("SERVER_NAME" => "a#{i}", "HTTP_X" => "x" * 99)

      assert_equal more.values.map(&:inspect).join, values(more.keys, more)
    end
    assert_equal "nil", values(["PATH"], {})
    assert_equal "ab", answer("{ 'a' => 'b' * 900 }", "%w[a b]").body
    assert_equal [500, 500], statuses("{ 'a' => \"b\\0\" }")
  end
end
