# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Helps to free the memory of large bodies early. Strings of long-lived
  # objects are collected late, after hundreds of megabytes of garbage. So
  # buffers are emptied by String#clear, which frees memory at once if no other
  # string shares it.
  module Bytes
    module_function

    # Returns a copy of the bytes from place on; byteslice would share memory.
    def rest(bytes, place)
      bytes.unpack1("a*", offset: place)
    end

    # The same, and frees the memory of all the bytes.
    def cut(bytes, place)
      return bytes.clear if place == bytes.bytesize

      rest = rest(bytes, place)
      bytes.clear
      rest
    end

    # Returns a copy of size bytes from place on.
    def slice(bytes, place, size)
      return rest(bytes, place) if place + size >= bytes.bytesize

      bytes.byteslice(place, size) # what is in the middle is copied
    end
  end
end
