# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Makes the environment of a Rack application, by the SPEC of Rack 2 and 3.
  class RackEnv
    # What a segment of a path may have besides letters (RFC 3986, 3.3).
    UNSAFE = %r{[^A-Za-z0-9/._~!$&'()*+,;=:@-]}n
    # What a client may have escaped, with another meaning (2.2).
    RESERVED = %r{[^A-Za-z0-9/._~-]}n
    # What httpd decodes in a path. AllowEncodedSlashes NoDecode leaves %2F.
    ESCAPES = [/%\h\h/n, /%(?!2f)\h\h/in].freeze
    SECURE = %w[on yes 1].freeze

    # rack: the major number of Rack. multithread and run_once: as SPEC says.
    def initialize(rack:, multithread:, run_once:)
      # nil: set for each request; the variables of the request outrank "".
      common = { "PATH_INFO" => "", "SCRIPT_NAME" => "",
                 "QUERY_STRING" => "", "REQUEST_PATH" => nil,
                 "rack.url_scheme" => "http", "rack.input" => nil,
                 "rack.errors" => nil, "rack.response_finished" => nil,
                 "rack.after_reply" => nil, "rack.early_hints" => nil,
                 "persist_worker.request" => nil,
                 "rack.multithread" => multithread,
                 "rack.multiprocess" => true, "rack.run_once" => run_once,
                 "rack.hijack?" => false }
      common["rack.version"] = [1, 3].freeze if rack < 3
      @common = common.flatten.freeze
    end

    # Returns a new Hash, with this input and the Arrays of this RackFinish.
    def make(request, input, finish)
      own = ["rack.input", input, "rack.errors", $stderr,
             "rack.response_finished", finish.callbacks,
             "rack.after_reply", finish.replies,
             "rack.early_hints", RackHints.new(request),
             "persist_worker.request", request]
      env = request.rack_env(@common, own) { |made| adapt(made, input) }
      add_usual(env)
      env
    end

    private

    def adapt(env, input)
      escape_paths(env)
      env["rack.url_scheme"] = "https" if secure?(env)
      input.announce(env)
    end

    # Sets what other servers for Rack always set, and replaces a client's
    # header Version.
    def add_usual(env)
      env["HTTP_VERSION"] = env["SERVER_PROTOCOL"]
      uri = env["REQUEST_URI"] unless refused?(env)
      env["REQUEST_PATH"] =
        uri ? path_of(uri) : env["SCRIPT_NAME"] + env["PATH_INFO"]
    end

    # Whether this is an ErrorDocument, for a URL that httpd has refused.
    def refused?(env)
      /\A[45]/.match?(env["REDIRECT_STATUS"])
    end

    # The client's URL without its query, and without scheme and host.
    def path_of(uri)
      size = uri.index("?")
      path = size ? uri.byteslice(0, size) : uri.dup
      path.start_with?("/") ? path : path.sub(%r{\A[^:/]+://[^/]*}n, "")
    end

    # httpd has decoded both, but applications decode the path again, and make
    # URLs of SCRIPT_NAME. No server for Rack decodes them.
    def escape_paths(env)
      path = env["PATH_INFO"]
      mount = env["SCRIPT_NAME"]
      env["PATH_INFO"] = "/" if path.empty? && mount.empty?
      env["PATH_INFO"] = asked_path(path, env) || escape(path) if
        RESERVED.match?(path)
      env["SCRIPT_NAME"] = escape(mount) if UNSAFE.match?(mount)
    end

    # Returns the part of the client's URL that stands for the path. nil: httpd
    # or a RewriteRule has changed the path, or has refused the URL.
    def asked_path(path, env)
      return if refused?(env)

      depth = env["SCRIPT_NAME"].to_s.count("/")
      asked = env["REQUEST_URI"].to_s[/\A[^?#]*/]
      rest = asked[%r{\A(?:/+[^/]+){#{depth}}(.*)}mn, 1]
      [rest, rest&.squeeze("/")].compact.find do |found|
        ESCAPES.any? { |escapes| decode(found, escapes) == path }
      end
    end

    def decode(path, escapes)
      path.b.gsub(escapes) { |code| code[1..].hex.chr }
    end

    def escape(path)
      path.gsub(UNSAFE) { |byte| format("%%%02X", byte.ord) }
    end

    def secure?(env)
      https = env["HTTPS"]
      (https && SECURE.include?(https.downcase)) ||
        env["REQUEST_SCHEME"] == "https"
    end
  end
end
