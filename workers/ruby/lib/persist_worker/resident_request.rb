# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # A request of a worker. Most of it is written in C: ext/persist_worker. It is
  # its own transport.
  class ResidentRequest
    # Sends a FilePart: the core passes its descriptor, or reads the file.
    def send_file_part(part)
      pass_file(part.to_io.fileno, part.offset, part.length)
    end

    # Writes to the error log; behind the response as printed lines do.
    def send_log(level, text)
      return warn(text) if ended?

      send_line(level, text)
    end

    private

    def transport
      self
    end
  end
end
