# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # A request of a worker, most of which is written in C: ext/persist_worker. It
  # is its own transport.
  class ResidentRequest
    # A FilePart: the core passes its descriptor, or reads it.
    def send_file_part(part)
      pass_file(part.to_io.fileno, part.offset, part.length)
    end

    # Lines for the error log, which know their request as long as it is open.
    def send_log(level, text)
      return warn(text) if ended?

      send_line(level, text)
    rescue ClientGone
      warn(text)
    end

    private

    def transport
      self
    end
  end
end
