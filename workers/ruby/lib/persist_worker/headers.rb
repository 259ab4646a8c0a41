# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

module PersistWorker
  # The request's headers, from the CGI variables. Case is ignored, and - and _
  # are the same.
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

    # Yields names, spelled like Content-Type, and values.
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

  # A response's headers or trailers as a block: name NUL value NUL …
  # HeaderFields.pack makes it from a Hash, in which an Array stands for several
  # headers of one name, or from pairs. It raises ArgumentError if they can't be
  # sent.
  module HeaderFields
    module_function

    # Returns the names and values of a block.
    def split(block)
      block.split("\0", -1)[...-1].each_slice(2).to_a
    end

    # Whether the block has a header of this name.
    def name?(block, name)
      split(block).any? { |key, _| key.casecmp?(name) }
    end
  end
end
