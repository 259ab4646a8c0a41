# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  module Wire
    # Bytes in, as they come; messages out. Knows nothing of sockets.
    class FrameReader
      def initialize
        @content = Content.new
        @bytes = String.new
        @place = 0
      end

      # Bytes that wait for the rest of their frame, or to be asked for.
      def pending
        @bytes.bytesize - @place
      end

      # Takes bytes behind those that are pending. They are copied: the caller
      # uses its buffer again, for other connections too.
      def feed(bytes)
        drop_used if @place.positive?
        @bytes << bytes
      end

      # The next message, nil when its frame is not complete. Behind a
      # ProtocolError there is nothing to read.
      def next
        size = content_size or return
        return if pending < PREFIX_SIZE + size

        count = @content.open(@bytes, @place + PREFIX_SIZE, size)
        message = Message.read(@content, count)
        @place += PREFIX_SIZE + size
        drop_used if pending.zero?
        message
      end

      # How many bytes the frame that has begun still lacks; 0: not known.
      def missing
        size = content_size
        size ? [PREFIX_SIZE + size - pending, 0].max : 0
      end

      private

      def drop_used
        @bytes = Bytes.cut(@bytes, @place)
        @place = 0
      end

      def content_size
        prefix = @bytes.getbyte(@place) or return
        raise ProtocolError, "not a frame" unless prefix == PREFIX
        return if pending < PREFIX_SIZE

        size = @bytes.unpack1("N", offset: @place + 1)
        return size if size.between?(1, FRAME_MAX)

        raise ProtocolError, "a frame of #{size} bytes"
      end
    end
  end
end
