# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "stringio"

module PersistWorker
  # Replaces $stdout for old CGI code. The header lines that it prints become
  # the head of the response.
  class CgiOutput
    HEAD_MAX = 256 << 10
    HEAD_END = /\n\r*\n|\A\r*\n/n # some print \r\r\n
    STATUS = /\A[2-5]\d\d(?!\d)/n
    # mod_cgid takes the last one of these headers; mod_persist would refuse
    # several. Of several Last-Modified httpd takes the latest.
    SINGLE = %w[content-length content-type etag location status].freeze

    # As IO#sync: whether each write goes to the client at once.
    attr_accessor :sync

    def initialize(response)
      @response = response
      @head = String.new
      @sync = false
    end

    def write(*data)
      bytes = data.map { |piece| piece.to_s.b }.join
      @response.new? ? take_head(bytes) : @response.write(bytes)
      flush if sync
      bytes.bytesize
    end

    # Sends what was printed, if the head is complete.
    def flush
      @response.flush unless @response.new?
      self
    end

    # Ends the response, as the code has ended.
    def finish
      raise "the script has printed no complete header" if @response.new?

      @response.finish unless @response.ended?
    end

    def <<(data)
      write(data)
      self
    end

    # These follow the rules of IO, which StringIO implements.
    %i[print puts printf putc].each do |name|
      define_method(name) do |*arguments|
        scratch = StringIO.new
        scratch.public_send(name, *arguments)
        write(scratch.string)
        name == :putc ? arguments.first : nil
      end
    end

    def syswrite(data)
      write(data).tap { flush }
    end

    def binmode
      self
    end
    alias fsync flush

    def set_encoding(*)
      self
    end

    def external_encoding
      nil
    end

    def tty?
      false
    end
    alias isatty tty?

    def close
      finish
    end

    def closed?
      @response.ended?
    end

    private

    def take_head(bytes)
      @head << bytes
      ending = @head.match(HEAD_END)
      if ending.nil?
        raise "the script's header does not end" if @head.bytesize > HEAD_MAX

        return
      end

      begin_response(ending.pre_match)
      @response.write(ending.post_match)
      @head = String.new
    end

    def begin_response(head)
      headers = head.split("\n").map { |line| header(line) }
      headers = headers.reverse.uniq { |name, _| single(name) || Object.new }
      headers.reverse!
      @response.start(status_of(headers), headers, cgi: true)
    end

    def header(line)
      name, value = line.split(":", 2)
      raise "malformed header from script: #{line.inspect}" unless value

      [name, value.strip]
    end

    def single(name)
      SINGLE.find { |single| single.casecmp?(name) }
    end

    # Returns the status of the header Status, which httpd uses, too.
    def status_of(headers)
      _, value = headers.find { |name, _| name.casecmp?("Status") }
      return 200 unless value

      Integer(value[STATUS] || raise("no status for this: #{value.inspect}"))
    end
  end
end
