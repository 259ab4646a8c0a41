# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The CGI variables, as REQUEST brings them: name NUL value NUL …
  module Variables
    module_function

    # A Hash of strings that claim to be UTF-8, as most are.
    def split(bytes)
      text = bytes.dup.force_encoding(Encoding::UTF_8)
      # What is not valid can only be split as bytes.
      parts = (text.valid_encoding? ? text : bytes).split("\0", -1)
      parts.pop
      parts.each { |part| part.force_encoding(Encoding::UTF_8) } unless
        text.valid_encoding?
      Hash[*parts]
    end
  end
end
