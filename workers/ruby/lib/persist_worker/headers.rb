# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request's headers, as the CGI variables have them. Case does not matter,
  # nor does - or _.
  class Headers
    include Enumerable

    BARE = %w[CONTENT_TYPE CONTENT_LENGTH].freeze

    def initialize(env)
      @env = env
    end

    def [](name)
      @env[variable(name)]
    end

    def key?(name)
      @env.key?(variable(name))
    end

    def fetch(name, *default, &)
      @env.fetch(variable(name), *default, &)
    end

    # Yields names as in Content-Type, and values.
    def each
      return to_enum(:each) unless block_given?

      @env.each do |variable, value|
        bare = BARE.include?(variable)
        next unless bare || variable.start_with?("HTTP_")

        name = bare ? variable : variable.delete_prefix("HTTP_")
        yield name.split("_").map(&:capitalize).join("-"), value
      end
    end

    private

    def variable(name)
      variable = name.upcase.tr("-", "_")
      BARE.include?(variable) ? variable : "HTTP_#{variable}"
    end
  end

  # The response's headers or trailers on their way out.
  module HeaderFields
    TOKEN = /\A[!#$%&'*+\-.^_`|~0-9A-Za-z]+\z/n
    CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/n

    module_function

    # Returns name, value, name, value, … of a Hash, in which an Array stands
    # for several headers of one name, or of pairs. ArgumentError for what can't
    # be sent.
    def flatten(headers)
      flat = []
      headers.each do |name, value|
        name = bytes(name)
        unless name.match?(TOKEN)
          raise ArgumentError, "no name for a header: #{name.inspect}"
        end

        if value.is_a?(Array)
          value.each { |one| flat << name << checked(name, one) }
        else
          flat << name << checked(name, value)
        end
      end
      flat
    end

    # Whether a header of this name is among name, value, …
    def name?(fields, name)
      fields.each_slice(2).any? { |key, _| key.casecmp?(name) }
    end

    def checked(name, value)
      value = bytes(value)
      return value unless value.match?(CONTROL)

      raise ArgumentError, "header #{name} has control characters"
    end

    def bytes(part)
      part.to_s.b
    end
  end
end
