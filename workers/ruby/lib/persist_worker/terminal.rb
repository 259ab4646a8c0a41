# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "optparse"

module PersistWorker
  # The script was started from a terminal: the arguments become the variables
  # of a CGI program's request.
  class Terminal
    FORM = "application/x-www-form-urlencoded"
    BARE = %w[CONTENT_TYPE CONTENT_LENGTH].freeze

    class << self
      # SCRIPT_NAME. That of an application is set by its runner.
      attr_writer :mount

      def mount
        @mount || "/#{::File.basename(PersistWorker.script)}"
      end
    end

    # Returns the request of the command line. Exits if it describes none.
    def self.exchange(arguments = ARGV)
      Orders.obey(arguments)
      terminal = new
      terminal.parse(arguments)
      variables = terminal.variables # before standard input is taken
      input, output = PlainExchange.take_stdio
      TerminalExchange.new(variables, terminal.input(input), output,
                           include_head: terminal.include_head)
    rescue OptionParser::ParseError, SystemCallError => e
      abort "#{e.message}\n#{terminal.parser.help}"
    end

    attr_reader :parser, :include_head

    def initialize
      @method = nil
      @headers = {}
      @include_head = false
      @parser = OptionParser.new { |options| define(options) }
    end

    def parse(arguments)
      rest = @parser.parse(arguments)
      @path ||= rest.shift
      raise OptionParser::MissingArgument, "PATH" unless @path
      raise OptionParser::NeedlessArgument, rest.join(" ") if rest.any?
      raise OptionParser::InvalidArgument, @path unless
        @path.empty? || @path.start_with?("/", "?")
    end

    # Returns the request's body, an IO; - stands for stdin.
    def input(stdin)
      case @data
      when nil then ::File.open(IO::NULL, "rb")
      when "-" then stdin
      else ::File.open(@data, "rb")
      end
    end

    def variables
      path, query = @path.split("?", 2)
      found = server_variables.merge("QUERY_STRING" => query || "",
                                     "REQUEST_METHOD" => @method || "GET")
      found["PATH_INFO"] = decode(path) unless path.to_s.empty?
      found.merge(body_variables, header_variables)
    end

    private

    def define(options)
      options.banner = "usage: #{$PROGRAM_NAME} --get '/PATH?QUERY'\n   or: " \
                       "#{$PROGRAM_NAME} #{Orders::ALL.join('|')}"
      ask(options, "GET", "print the body of the response")
      ask(options, "HEAD", "print the head only")
      ask(options, "POST", "with standard input as the body") { @data ||= "-" }
      options.on("--method M", "with a PATH: any other method") { @method = _1 }
      options.on("--data FILE", "the request's body; - is stdin") { @data = _1 }
      options.on("--header 'N: V'", "a header of the request") { header(_1) }
      options.on("--check", "print the SDK's version, once loaded") do
        puts "persist_worker #{VERSION} in #{RbConfig.ruby}"
        exit
      end
      options.on("-i", "--include", "print the head, too") do
        @include_head = true
      end
    end

    def ask(options, method, text)
      options.on("--#{method.downcase} PATH", text) do |path|
        @method = method
        @path = path
        @include_head ||= method == "HEAD"
        yield if block_given?
      end
    end

    def header(text)
      name, value = text.split(":", 2)
      raise OptionParser::InvalidArgument, text unless value

      key = name.strip.upcase.tr("-", "_")
      key = "HTTP_#{key}" unless BARE.include?(key)
      (@headers[key] ||= []) << value.strip
    end

    def server_variables
      script = PersistWorker.script
      name = Terminal.mount
      { "GATEWAY_INTERFACE" => "CGI/1.1", "SERVER_PROTOCOL" => "HTTP/1.1",
        "SERVER_SOFTWARE" => "persist_worker", "SERVER_NAME" => "localhost",
        "SERVER_PORT" => "80", "REMOTE_ADDR" => "127.0.0.1",
        "REQUEST_SCHEME" => "http", "HTTP_HOST" => "localhost",
        "DOCUMENT_ROOT" => ::File.dirname(script),
        "SCRIPT_FILENAME" => script, "SCRIPT_NAME" => name,
        "REQUEST_URI" => name + @path }
    end

    # The length of what is not a regular file is unknown, as for a chunked
    # body.
    def body_variables
      return {} unless @data

      about = @data == "-" ? $stdin.stat : ::File.stat(@data)
      length = { "HTTP_TRANSFER_ENCODING" => "chunked" }
      length = { "CONTENT_LENGTH" => about.size.to_s } if about.file?
      { "CONTENT_TYPE" => FORM, **length }
    end

    def header_variables
      @headers.transform_values { |values| values.join(", ") }
    end

    def decode(path)
      path.b.gsub(/%\h\h/) { |code| code[1..].hex.chr }
          .force_encoding(Encoding::UTF_8)
    end
  end

  # Prints the body, and the HTTP head before it if include_head is set.
  class TerminalExchange < PlainExchange
    def initialize(*arguments, include_head:)
      super(*arguments)
      @include_head = include_head
    end

    private

    def head(status, headers, cgi:)
      return String.new unless @include_head

      status = 302 if cgi && name?(headers, "location") &&
                      !name?(headers, "status")
      lines("HTTP/1.1 #{reason(status)}", headers, "status")
    end
  end
end
