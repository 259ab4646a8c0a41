# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "support/player"
require "open3"

# The same file as a worker, as a CGI program, and from a terminal.
class PlainTest < WorkerTest
  REQUESTS = <<~'RUBY'
    PersistWorker.each_request do |request|
      case request.path
      when "/stream"
        request.start(201, "X-A" => %w[b c])
        3.times { |i| request.write(i).then { request.flush } }
      when "/raise" then raise "a bad day"
      when "/late"
        request.start(200)
        request.write("x" * 100_000)
        raise "too late"
      when "/printed"
        puts "by mistake"
        system("echo by a child")
        request.respond(200, {}, $stdin.read.inspect)
      when "/child"
        exit(0) unless fork # without a block it would go on
        Process.wait
        request.respond(200, {}, "alone")
      when "/file"
        request.start(200)
        File.utime(0, Time.at(1_234_567_890, 123_456_789, :nsec), __FILE__)
        File.open(__FILE__) { |file| request.send_file(file, 8, 16) }
      when "/nothing" then request.respond(204, {}, "not sent")
      when "/break" then break
      when "/hints"
        17.times { request.early_hints({}) }
      when "/twice"
        PersistWorker.each_request { |_| nil }
      when "/after"
        request.after_response { raise "one" }
        request.after_response { warn "after" }
        request.respond(200, {}, "now")
      else
        request.respond(200, { "Content-Type" => "text/plain" }, [
          request.method, request.path, request.query,
          request.body.read, request.cancelled?, request.time_left.inspect
        ].join("|"))
      end
    end
    warn "the end"
  RUBY

  CGI_CODE = <<~'RUBY'
    require "cgi"
    PersistWorker.each_cgi do |cgi|
      case cgi.path_info
      when "/none" then print("Status: 404 None\nX-A: b\n\n")
      when "/raise"
        system("echo by a child") # which flushes what was printed before
        print("Content-Type: text/html\n\nhalf a page")
        raise "in the middle"
      else cgi.out("text/plain") { "#{cgi.path_info} #{cgi['x']}" }
      end
      exit if cgi.path_info == "/exit"
    end
  RUBY

  # Runs the script; returns its output, what it logged, and its status.
  def run_script(code, *arguments, environment: {}, input: "")
    Dir.mktmpdir("pw") do |directory|
      path = File.join(directory, "app.rb")
      File.write(path, "require 'persist_worker'\n#{code}")
      environment = { "PERSIST_WORKER" => nil, "GATEWAY_INTERFACE" => nil,
                      "CONTENT_LENGTH" => nil }.merge(environment)
      Open3.capture3(environment, RbConfig.ruby, "-w", "-I", LIB, path,
                     *arguments, stdin_data: input, binmode: true)
    end
  end

  def terminal(*arguments, code: REQUESTS, input: "")
    run_script(code, *arguments, input:)
  end

  def cgi(path, method = "GET", code: REQUESTS, input: nil, **variables)
    environment = { "GATEWAY_INTERFACE" => "CGI/1.1", "PATH_INFO" => path,
                    "REQUEST_METHOD" => method, "QUERY_STRING" => "",
                    "CONTENT_LENGTH" => input&.bytesize&.to_s }
    run_script(code, environment: environment.merge(variables),
                     input: input.to_s)
  end

  # Splits what a CGI program prints, or a terminal shows with -i.
  def split(output)
    head, body = output.split("\r\n\r\n", 2)
    head = head.sub(%r{\AHTTP/1.1}, "Status:")
    headers = head.split("\r\n").map { |line| line.split(": ", 2) }
    status = headers.assoc("Status")
    [status ? status.last.to_i : 200, headers - [status], body]
  end

  def test_all_three_ways_answer_alike
    data = play(REQUESTS).data
    ["/", "/stream", "/raise"].each do |path|
      answer = data.get({ "PATH_INFO" => path, "QUERY_STRING" => "" })
      expected = [answer.status, answer.body]

      [cgi(path).first,
       terminal("-i", "--get", path).first].each do |output|
        status, headers, body = split(output)

        assert_equal expected, [status, body]
        headers = headers.to_h
        # behind httpd, httpd adds the length
        assert_equal body.bytesize.to_s, headers.delete("Content-Length") ||
                                         body.bytesize.to_s
        assert_equal answer.headers, headers
      end
    end
  end

  def test_standard_output_may_have_write_alone
    tee = <<~'RUBY'
      Tee = Struct.new(:one) { def write(*data) = one.write(*data) }
      $stdout = Tee.new($stdout)
    RUBY
    output, log, = cgi("/x", code: tee + REQUESTS)

    assert output.end_with?("\r\n\r\nGET|/x|||false|nil"), output
    assert_equal "the end\n", log
  end

  def test_headers_repeat_and_the_status_has_its_reason
    assert_equal "Status: 201 Created\r\nX-A: b\r\nX-A: c\r\n\r\n012",
                 cgi("/stream").first
    assert_equal "HTTP/1.1 201 Created\r\nX-A: b\r\nX-A: c\r\n\r\n012",
                 terminal("-i", "--get", "/stream").first
  end

  def test_the_arguments_make_the_request
    { %w[--get /a%20b?x=1] => "GET|/a b|x=1||false|nil",
      %w[/] => "GET|/|||false|nil",
      %w[--post /] => "POST|/||body|false|nil",
      %w[--method PUT --data - ?q] => "PUT||q|body|false|nil" }
      .each do |arguments, expected|
        assert_equal expected, terminal(*arguments, input: "body").first
      end
  end

  def test_headers_and_a_file_may_be_given
    output, = terminal("--data", __FILE__, "--header", "X-A: 1",
                       "--header", "Content-Type: t/u", "/", code: <<~'RUBY')
                         PersistWorker.each_request do |request|
                           request.respond(200, {}, request.headers.to_a.inspect)
                         end
                       RUBY

    assert_includes output, '["X-A", "1"]'
    assert_includes output, '["Content-Type", "t/u"]'
    assert_includes output, %(["Content-Length", "#{File.size(__FILE__)}"])
  end

  def test_head_prints_the_head_only
    assert_equal "HTTP/1.1 201 Created\r\nX-A: b\r\nX-A: c\r\n\r\n",
                 terminal("--head", "/stream").first
  end

  def test_check_loads_the_script_and_answers_nothing
    output, _, status = terminal("--check")

    assert_predicate status, :success?
    assert_match(%r{\Apersist_worker \d+\.\d+.* in /}, output)
    _, log, status = terminal("--check", code: "require 'nothing_like_it'")

    refute_predicate status, :success?
    assert_includes log, "nothing_like_it"
  end

  def test_wrong_arguments_show_the_usage
    [[], ["--get"], ["--get", "x"], ["--get", "/", "more"], ["get", "/"],
     ["--go", "/"], ["--data", "/no/such", "/"]].each do |arguments|
      output, log, status = terminal(*arguments)

      assert_equal "", output
      assert_match(/^usage: .*app.rb --get/, log)
      refute_predicate status, :success?
    end
  end

  def test_a_cgi_program_reads_no_more_than_its_body
    output, = cgi("/", "POST", input: "bodyandmore",
                               "CONTENT_LENGTH" => "4")

    assert_equal "POST|/||body|false|nil", split(output).last
  end

  def test_a_body_that_is_cut_off_is_an_error
    _, log, = cgi("/", "POST", input: "bo", "CONTENT_LENGTH" => "4")

    assert_includes log, "cut off"
  end

  def test_what_is_printed_by_mistake_goes_to_the_log
    [cgi("/printed"), terminal("--get", "/printed")].each do |output, log|
      assert_equal '""', output.split("\r\n\r\n").last
      assert_includes log, "by mistake\nby a child\n"
    end
  end

  def test_a_child_of_the_script_ends_alone
    assert_equal "alone", split(cgi("/child").first).last
  end

  def test_a_file_is_a_part_of_the_body
    output, = cgi("/file")

    assert_equal [200, [%w[Content-Length 16],
                        ["ETag", '"8-10-112210f47de98115"'],
                        ["Last-Modified", "Fri, 13 Feb 2009 23:31:30 GMT"]],
                  "'persist_worker'"], split(output)
    assert_equal "'persist_worker'", terminal("--get", "/file").first
  end

  def test_what_has_no_body_gets_none
    assert_equal "Status: 204 No Content\r\n\r\n", cgi("/nothing").first
    output, = cgi("/", "HEAD")

    assert_match(/^Content-Length: 18\r\n\r\n\z/, output)
  end

  def test_a_loop_that_is_left_without_an_answer_is_a_500
    output, log, = cgi("/break")

    assert_equal 500, split(output).first
    assert_includes log, "the end"
  end

  def test_limits_are_those_of_a_worker
    assert_includes cgi("/hints")[1], "more than 16 interim responses"
    assert_includes cgi("/twice")[1], "entered before"
  end

  def test_a_failure_is_logged
    output, log, = cgi("/raise")

    assert_equal 500, split(output).first
    assert_includes log, "a bad day"
    assert_includes log, "the end"
    output, log, status = cgi("/late")

    assert_equal 200, split(output).first
    assert_includes log, "too late"
    refute_predicate status, :success?
  end

  def test_work_after_the_response_and_the_end_of_the_script_are_done
    output, log, status = cgi("/after")

    assert_equal "now", split(output).last
    assert_match(/in .*one.*after\nthe end\n\z/m, log)
    assert_predicate status, :success?
  end

  def test_old_cgi_code_runs_in_all_three_ways
    data = play(CGI_CODE).data
    ["/a", "/exit"].each do |path|
      answer = data.get({ "PATH_INFO" => path, "QUERY_STRING" => "x=1" })
      expected = [200, answer.headers, "#{path} 1"]

      assert_equal expected, [answer.status, answer.headers, answer.body]
      [cgi(path, code: CGI_CODE, "QUERY_STRING" => "x=1").first,
       terminal("-i", "#{path}?x=1", code: CGI_CODE).first].each do |output|
        status, headers, body = split(output)

        assert_equal expected, [status, headers.to_h, body]
      end
    end
  end

  def test_old_cgi_code_fails_as_in_a_worker
    output, log, = cgi("/raise", code: CGI_CODE)

    assert_equal [500, [%w[Content-Type text/plain],
                        %w[Content-Length 46]]], split(output).take(2)
    assert_includes log, "by a child\n"
    assert_includes log, "in the middle"
    assert_equal "Status: 404 None\r\nX-A: b\r\nContent-Length: 0\r\n\r\n",
                 cgi("/none", code: CGI_CODE).first
  end

  def test_a_form_from_a_terminal
    output, = terminal("--post", "/a", code: CGI_CODE, input: "x=2")

    assert_equal "/a 2", output
  end
end
