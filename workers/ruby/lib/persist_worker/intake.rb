# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request's body on its way in: what has come and was not read yet, and
  # how much more may come.
  class Intake
    WINDOW = 256 << 10

    def initialize(mode, bytes)
      @pulled = mode == Wire::BODY_PULLED
      @pieces = bytes
      @credit = 0
      @broken = false
    end

    # A BODY has come. ProtocolError when it was not asked for.
    def take(message)
      raise ProtocolError, "BODY without a body to come" unless @pulled

      @credit -= message.bytes.bytesize
      raise ProtocolError, "BODY beyond the credit" if @credit.negative?

      add(message.bytes)
      @pulled = message.mark == Wire::MORE
      @broken = message.mark == Wire::BROKEN
    end

    # What has come since, or nil. BodyBroken behind the last byte that came.
    def read
      unless @pieces.empty?
        bytes = @pieces
        @pieces = String.new
        return bytes
      end
      raise BodyBroken, "the client's body is cut off" if @broken
    end

    # Whether more will come when it is asked for.
    def open?
      @pulled
    end

    # How many bytes to ask for now, 0 when enough are on their way. They count
    # as asked for from now on.
    def want
      return 0 if !@pulled || @credit > WINDOW / 2

      wanted = WINDOW - @credit
      @credit += wanted
      wanted
    end

    private

    def add(bytes)
      return @pieces = bytes if @pieces.empty?

      @pieces << bytes
      bytes.clear
    end
  end
end
