# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "stringio"

module PersistWorker
  # The script was started from a terminal: what the arguments ask for becomes
  # the request of a CGI program.
  module Terminal
    METHODS = %w[GET HEAD POST PUT PATCH DELETE OPTIONS].to_h do |method|
      ["--#{method.downcase}", method]
    end.freeze
    WITH_BODY = %w[POST PUT PATCH].freeze

    module_function

    def enter(arguments = ARGV)
      option, target, *rest = arguments
      method = METHODS[option]
      abort(usage) unless method && target&.start_with?("/") && rest.empty?

      body = $stdin.binmode.read if WITH_BODY.include?(method)
      ENV.update(variables(method, target, body))
      $stdin = StringIO.new(body || "")
    end

    def usage
      <<~TEXT
        usage: #{$PROGRAM_NAME} --get /PATH[?QUERY]
               #{$PROGRAM_NAME} --post /PATH[?QUERY] < BODY
        Prints the response, as a CGI program does. Any of
        #{METHODS.keys.join(' ')}
      TEXT
    end

    def variables(method, target, body)
      script = ::File.expand_path($PROGRAM_NAME)
      path, query = target.split("?", 2)
      {
        "GATEWAY_INTERFACE" => "CGI/1.1", "SERVER_PROTOCOL" => "HTTP/1.1",
        "SERVER_SOFTWARE" => "persist_worker/#{VERSION}",
        "SERVER_NAME" => "localhost", "SERVER_PORT" => "80",
        "REMOTE_ADDR" => "127.0.0.1", "HTTP_HOST" => "localhost",
        "REQUEST_METHOD" => method, "QUERY_STRING" => query || "",
        "SCRIPT_FILENAME" => script,
        "SCRIPT_NAME" => "/#{::File.basename(script)}",
        "REQUEST_URI" => "/#{::File.basename(script)}#{target}",
        "PATH_INFO" => decode(path)
      }.merge(body ? body_variables(body) : {})
    end

    def body_variables(body)
      type = "application/x-www-form-urlencoded"
      { "CONTENT_LENGTH" => body.bytesize.to_s, "CONTENT_TYPE" => type }
        .merge(ENV.to_h.slice("CONTENT_TYPE"))
    end

    def decode(path)
      path.b.gsub(/%\h\h/) { |code| code[1..].hex.chr }
    end
  end
end
