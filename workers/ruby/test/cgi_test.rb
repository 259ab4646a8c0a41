# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"

# Old CGI code, resident.
class CgiTest < WorkerTest
  SCRIPT = <<~'RUBY'
    require "cgi"
    $runs = 0
    PersistWorker.each_cgi do |cgi|
      $runs += 1
      case cgi.path_info
      when "/out" then cgi.out("text/plain") { "run #{$runs}, #{cgi['x']}" }
      when "/print"
        print "Content-type: text/plain\nX-A: b\n\n"
        puts ["one", "two"]
        printf("%03d", 7)
        $stdout << "!" << 1
        putc "c"
      when "/env"
        $0 = "changed"
        Dir.chdir("/")
        ENV["LEAK"] = "1"
        cgi.out { [ENV["QUERY_STRING"], ENV["BASE"]].join(",") }
      when "/clean"
        cgi.out { [$0, Dir.pwd, ENV["LEAK"], ENV["HTTP_OLD"],
                   ENV["BASE"]].inspect }
      when "/status" then cgi.out("status" => "NOT_FOUND") { "nothing" }
      when "/location" then print cgi.header("location" => "/else")
      when "/exit"
        cgi.out { "before" }
        exit 1
      when "/raise"
        cgi.print "Content-Type: text/html\r\n\r\nhalf a page"
        raise "in the middle"
      when "/flush"
        print "Content-Type: text/plain\r\n\r\nfirst"
        $stdout.flush
        print "second"
      when "/double"
        print "Status: 200 OK\nX-A: 1\nContent-Type: text/html\nX-A: 2\n" \
              "Status: 404 No\ncontent-type: text/plain\n\n"
      when "/forms"
        print "Status: 404-Not Here\r\r\nLast-Modified: a\r\r\n" \
              "Last-Modified: b\r\r\n\r\r\n"
      when "/strange" then print "Status: fine\n\n"
      when "/bad" then puts "no header"
      when "/nothing" then nil
      when "/upload"
        file = cgi.params["file"].first
        cgi.out { "#{file.original_filename} #{file.read}" }
      when "/stdin" then cgi.out { "-" }
      when "/fork"
        exit(0) unless fork # without a block it would go on
        Process.wait
        cgi.out { "forked" }
      when "/cookie" then cgi.out { cgi.cookies["a"].first }
      end
    end
  RUBY

  def setup
    @player = play(SCRIPT, environment: { "BASE" => "base" })
    @data = @player.data
  end

  def get(path, variables = {}, **options)
    @data.get({ "PATH_INFO" => path, "GATEWAY_INTERFACE" => "CGI/1.1" }
              .merge(variables), **options)
  end

  def post(variables = {}, **options)
    @data.ask({ "REQUEST_METHOD" => "POST" }.merge(variables), **options)
  end

  def test_one_process_runs_the_code_for_each_request
    first = get("/out", { "QUERY_STRING" => "x=1" })

    assert_equal "run 1, 1", first.body
    assert_equal({ "Content-Type" => "text/plain", "Content-Length" => "8" },
                 first.headers)
    assert_equal "run 2, 2", get("/out", { "QUERY_STRING" => "x=2" }).body
  end

  def test_what_it_prints_is_the_response
    answer = get("/print")

    assert_equal({ "Content-type" => "text/plain", "X-A" => "b" },
                 answer.headers)
    assert_equal "one\ntwo\n007!1c", answer.body
    assert_equal 1, answer.frames
  end

  def test_the_response_is_marked_as_cgi
    @data.ask({ "REQUEST_METHOD" => "GET", "PATH_INFO" => "/location" })
    kind, _, status, headers, _, flags = @data.hear

    assert_equal [RESPONSE, 200, 3], [kind, status, flags]
    assert_equal "/else", Hash[*headers]["location"] ||
                          Hash[*headers]["Location"]
  end

  def test_a_status_header_counts
    answer = get("/status")

    assert_equal 404, answer.status
    assert_equal "404 Not Found", answer.headers["Status"]
  end

  def test_the_process_is_the_requests_and_clean_for_the_next
    assert_equal "q,base",
                 get("/env", { "QUERY_STRING" => "q", "HTTP_OLD" => "1" }).body

    script = File.join(@player.directory, "app.rb")

    assert_equal [script, @player.directory, nil, nil, "base"].inspect,
                 get("/clean").body
  end

  def test_to_exit_ends_the_request_only
    2.times { assert_equal "before", get("/exit").body }
  end

  def test_half_a_page_is_a_500
    answer = get("/raise")

    assert_equal [500, COMPLETE | FAULT], [answer.status, answer.flags]
    assert_includes answer.logs, "in the middle"
    assert_equal 200, get("/out").status
  end

  def test_the_last_of_several_headers_counts_where_one_is_allowed
    @data.ask({ "REQUEST_METHOD" => "GET", "PATH_INFO" => "/double" })
    _, _, status, headers, = @data.hear

    assert_equal 404, status
    assert_equal ["X-A", "1", "X-A", "2", "Status", "404 No",
                  "content-type", "text/plain"], headers
  end

  def test_forms_that_mod_cgid_takes
    @data.ask({ "REQUEST_METHOD" => "GET", "PATH_INFO" => "/forms" })
    _, _, status, headers, = @data.hear

    assert_equal 404, status
    assert_equal ["Status", "404-Not Here", "Last-Modified", "a",
                  "Last-Modified", "b"], headers
  end

  def test_a_status_that_is_none_is_a_500
    assert_includes get("/strange").logs, "no status"
  end

  def test_output_without_a_header_is_a_500
    answer = get("/bad")

    assert_equal [500, COMPLETE | FAULT], [answer.status, answer.flags]
    assert_includes answer.logs, "no complete header"
    assert_includes get("/nothing").logs, "no complete header"
  end

  def test_flush_streams
    @data.ask({ "REQUEST_METHOD" => "GET", "PATH_INFO" => "/flush" })

    assert_equal RESPONSE, @data.hear[0]
    assert_equal [BODY, "first", 0], @data.hear
    assert_equal [BODY, "second", 0], @data.hear
  end

  def test_a_child_of_the_code_ends_alone
    assert_equal "forked", get("/fork").body
    assert_equal "forked", get("/fork").body
  end

  def test_cookies_are_found
    assert_equal "b", get("/cookie", { "HTTP_COOKIE" => "a=b" }).body
  end

  def test_a_form_is_read
    post({ "PATH_INFO" => "/out", "CONTENT_LENGTH" => "3",
           "CONTENT_TYPE" => "application/x-www-form-urlencoded" },
         mode: 1, body: "x=7")

    assert_match(/, 7\z/, @data.answer.body)
  end

  def test_a_chunked_upload_gets_a_length
    multipart = "--B\r\nContent-Disposition: form-data; name=\"file\"; " \
                "filename=\"a.txt\"\r\n\r\ncontent\r\n--B--\r\n"
    post({ "PATH_INFO" => "/upload",
           "CONTENT_TYPE" => "multipart/form-data; boundary=B" }, mode: 2)
    @data.hear
    @data.tell(BODY, multipart[0, 20], 0)
    @data.tell(BODY, multipart[20..], 1)

    assert_equal "a.txt content", @data.take_rest_of_answer.body
  end

  # Whenever the worker is killed.
  def test_a_chunked_upload_leaves_no_file
    data = play(<<~'RUBY').data
      PersistWorker.each_cgi do
        print "Content-Type: text/plain\n\n", $stdin.path.inspect, $stdin.read
      end
    RUBY
    data.ask({ "REQUEST_METHOD" => "POST" }, mode: 2)
    data.hear
    data.tell(BODY, "content", 1)

    assert_equal "nilcontent", data.take_rest_of_answer.body
  end

  def test_code_that_takes_no_cgi_finds_its_body_in_stdin
    data = play(<<~'RUBY').data
      PersistWorker.each_cgi do
        print "Content-Type: text/plain\n\n", gets, $stdin.read
      end
    RUBY
    data.ask({ "REQUEST_METHOD" => "POST" }, mode: 1, body: "one\ntwo\nthree")

    assert_equal "one\ntwo\nthree", data.answer.body
  end

  def test_its_capacity_is_one
    assert_equal 1, @player.control.last[4]
  end
end
