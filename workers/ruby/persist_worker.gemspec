# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require_relative "lib/persist_worker/version"

Gem::Specification.new do |spec|
  spec.name = "persist_worker"
  spec.version = PersistWorker::VERSION
  spec.summary = "Ruby scripts that stay resident behind Apache httpd"
  spec.description = "The worker side of mod_persist: a script dropped into " \
                     "a directory stays resident and answers requests of " \
                     "Apache httpd. Old CGI code becomes resident with two " \
                     "lines of change."
  spec.authors = ["The mod_persist authors"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1" # Process._fork
  spec.files = Dir["lib/**/*.rb", base: __dir__] + ["README.md"]
  spec.metadata["rubygems_mfa_required"] = "true"
  spec.add_dependency "cgi", ">= 0.2", "< 1"
  spec.add_dependency "msgpack", ">= 1.4", "< 2"
end
