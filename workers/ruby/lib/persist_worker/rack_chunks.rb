# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # A body whose pieces are in the chunked coding (RFC 9112, 7.1), as those of
  # Rack::Chunked and of streams of Rails before 7.1. Yields what is in the
  # chunks, because httpd makes chunks of its own. Trailers are dropped.
  class RackChunks
    HEAD = /\A(\h+)[^\n]*\n/n

    def initialize(body)
      @body = body
      @bytes = String.new
    end

    def each(&)
      @body.each do |piece|
        @bytes << piece.b
        take_chunks(&)
      end
      raise "the body ends without its last chunk" unless @ended
    end

    private

    def take_chunks
      while !@ended && (head = HEAD.match(@bytes) || incomplete)
        size = head[1].hex
        @ended = size.zero?
        break if @bytes.bytesize < head.end(0) + size + 2

        yield @bytes.byteslice(head.end(0), size) unless @ended
        @bytes = @bytes.byteslice((head.end(0) + size + 2)..)
      end
    end

    # A chunk begins in the next piece, or its size ends there.
    def incomplete
      return if @bytes.match?(/\A\h*(;[^\n]*)?\r?\z/n)

      raise "no chunk, though Transfer-Encoding is chunked: " \
            "#{@bytes[..40].inspect}"
    end
  end
end
