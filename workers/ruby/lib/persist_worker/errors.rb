# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The client no longer waits for the response. A script need not rescue this:
  # the request just ends.
  class ClientGone < Errno::EPIPE; end

  # The client's body can't be completed: it was cut off, or is too long.
  class BodyBroken < IOError; end

  # The request's soft deadline (PersistRequestTimeout) has passed.
  class DeadlineExceeded < StandardError
    def initialize(message = "the request has taken too long")
      super
    end
  end
end
