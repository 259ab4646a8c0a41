# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The headers of a Rack application as those of a response.
  module RackHeaders
    class << self
      # Returns the headers for respond and start. A value has one header to a
      # line (Rack 2) or is an Array (Rack 3). Names with "rack." are for the
      # server and not sent.
      def fields(headers)
        return headers if headers.is_a?(Hash) && plain?(headers)

        pairs = []
        headers.each do |name, value|
          next refuse(name) if name.start_with?("rack.")

          pairs << [name, values(value)]
        end
        pairs
      end

      # Returns the Content-Length; nil if it is not set.
      def length(fields)
        Integer(first(fields, "content-length") || "", 10, exception: false)
      end

      # Whether the application sends its body in chunks (RFC 9112, 7.1) itself.
      def chunked?(fields)
        first(fields, "transfer-encoding")&.casecmp?("chunked")
      end

      private

      def first(fields, wanted)
        fields.each do |name, value|
          next unless name.size == wanted.size && name.casecmp?(wanted)

          return Array(value).first&.to_s
        end
        nil
      end

      def values(value)
        return value if value.is_a?(Array)

        text = value.to_s
        text.include?("\n") ? text.split("\n") : [*value && text]
      end

      def plain?(headers)
        headers.each do |name, value|
          odd = value.is_a?(String) ? value.include?("\n") : value.nil?
          return false if odd || name.start_with?("rack.")
        end
        true
      end

      def refuse(name)
        return unless name == "rack.hijack"

        raise NotImplementedError, "rack.hijack is refused here, as " \
                                   "rack.hijack? says: use a streaming body"
      end
    end
  end
end
