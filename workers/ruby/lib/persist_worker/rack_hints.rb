# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # rack.early_hints. One that can't be sent is no reason to fail: there may be
  # too many.
  class RackHints
    def initialize(request)
      @request = request
    end

    def call(headers)
      @request.early_hints(RackHeaders.fields(headers))
    rescue RuntimeError
      nil
    end
  end
end
