# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # Memory of large bodies. What long-lived objects hold is collected late, by
  # hundreds of megabytes of garbage; so buffers are emptied by String#clear,
  # which gives memory back at once if no other string shares it.
  module Bytes
    module_function

    # The bytes from this place on, as a copy: byteslice would share memory.
    def rest(bytes, place)
      bytes.unpack1("a*", offset: place)
    end

    # The same, and the memory of all the bytes is given back.
    def cut(bytes, place)
      return bytes.clear if place == bytes.bytesize

      rest = rest(bytes, place)
      bytes.clear
      rest
    end

    # A copy of the next so many from this place on.
    def slice(bytes, place, size)
      return rest(bytes, place) if place + size >= bytes.bytesize

      bytes.byteslice(place, size) # what is in the middle is copied
    end
  end
end
