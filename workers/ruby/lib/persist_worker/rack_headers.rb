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

          value = value.to_s.split("\n") unless value.is_a?(Array)
          pairs << [name, value]
        end
        pairs
      end

      # Returns the Content-Length; nil if it is not set.
      def length(fields)
        _, value = fields.find { |name, _| name.casecmp?("content-length") }
        Integer(Array(value).first, 10, exception: false) if value
      end

      private

      def plain?(headers)
        headers.none? do |name, value|
          name.start_with?("rack.") ||
            (value.is_a?(String) ? value.include?("\n") : value.nil?)
        end
      end

      def refuse(name)
        return unless name == "rack.hijack"

        raise NotImplementedError, "rack.hijack is refused here, as " \
                                   "rack.hijack? says: use a streaming body"
      end
    end
  end
end
