# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "fileutils"
require "minitest/autorun"
require "open3"
require "rbconfig"
require "tmpdir"

# What is packed, and what make install puts in its place.
class GemTest < Minitest::Test
  HOME = File.expand_path("..", __dir__)
  SOURCES = Dir["lib/**/*.rb", base: HOME].sort.freeze
  # The parts of the project that the gem is made of.
  NEEDED = %w[VERSION common wire workers/core workers/ruby].freeze

  def run_ruby(directory, *arguments)
    environment = { "GEM_HOME" => directory, "HOME" => directory,
                    "RUBYLIB" => nil, "RUBYOPT" => nil }
    output, status = Open3.capture2e(environment, RbConfig.ruby, *arguments,
                                     chdir: File.join(directory, NEEDED.last))

    assert_predicate status, :success?, output
    output
  end

  # The tree that is tested may be read-only.
  def copy_sources(directory)
    NEEDED.each do |folder|
      place = File.join(directory, folder)
      FileUtils.mkdir_p(File.dirname(place))
      FileUtils.cp_r(File.join(HOME, "../..", folder), place)
      FileUtils.chmod_R("u+w", place)
    end
  end

  def test_the_gem_can_be_built_installed_and_used
    Dir.mktmpdir("pg") do |directory|
      copy_sources(directory)
      file = File.join(directory, "persist_worker.gem")
      run_ruby(directory, "-S", "gem", "build", "persist_worker.gemspec",
               "-o", file)
      run_ruby(directory, "-S", "gem", "install", "--local", "--no-document",
               "--ignore-dependencies", file)
      place = run_ruby(directory, "-r", "persist_worker",
                       "-r", "persist_worker/rack_handler",
                       "-r", "persist_worker/runner",
                       "-e", "puts $LOADED_FEATURES.grep(/persist_worker/)",
                       "-e", "puts PersistWorker::VERSION")

      assert_equal(SOURCES, place.lines(chomp: true).map do |path|
        path[%r{#{directory}/gems/persist_worker-[\d.]+/(.*\.rb)}, 1]
      end.compact.sort)
      assert_match(%r{^#{directory}/.*/core\.so$}, place)
      assert_equal File.read(File.join(HOME, "../../VERSION")),
                   place.lines.last
    end
  end

  def test_make_installs_every_source
    listed = File.read(File.join(HOME, "local.mk"))
                 .gsub("$(persistruby_lib)", "workers/ruby/lib/persist_worker")
                 .scan(%r{workers/ruby/(lib/\S+\.rb)}).flatten

    assert_equal SOURCES, listed.sort
  end
end
