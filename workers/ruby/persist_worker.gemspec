# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "fileutils"

csrc = File.join(__dir__, "ext/persist_worker/csrc")
# In a checkout the C core lies beside this folder; the gem brings it along.
if File.directory?(File.join(__dir__, "../core"))
  FileUtils.rm_rf(csrc)
  FileUtils.mkdir_p(File.join(csrc, "persist"))
  sources = %w[../core ../../common ../../wire].flat_map do |folder|
    Dir[File.join(__dir__, folder, "*.[ch]")]
  end
  # What knows of make's configuration is not of the core.
  sources.reject! { |path| File.read(path).include?('"persist_build.h"') }
  FileUtils.cp(sources, csrc)
  FileUtils.cp(File.join(__dir__, "../core/persist/worker.h"),
               File.join(csrc, "persist"))
  FileUtils.cp(File.join(__dir__, "../../VERSION"), csrc)
  version = File.read(File.join(csrc, "VERSION")).chomp
  File.write(File.join(csrc, "persist/version.h"),
             "#define PERSIST_WORKER_VERSION #{version.dump}\n")
end

Gem::Specification.new do |spec|
  spec.name = "persist_worker"
  spec.version = File.read(File.join(csrc, "VERSION")).chomp
  spec.summary = "Ruby scripts that stay resident behind Apache httpd"
  spec.description = "The worker side of mod_persist: a script dropped into " \
                     "a directory stays resident and answers requests of " \
                     "Apache httpd. Old CGI code becomes resident with two " \
                     "lines of change."
  spec.authors = ["The mod_persist authors"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "ext/**/{*.{c,h,rb},VERSION}",
                   base: __dir__] + ["README.md"]
  spec.extensions = ["ext/persist_worker/extconf.rb"]
  spec.metadata["rubygems_mfa_required"] = "true"
  spec.add_dependency "cgi", ">= 0.2", "< 1"
end
