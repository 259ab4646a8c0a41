# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

require "minitest/autorun"
require "persist_worker"

# docs/sdks.md names what a request has, in each language.
class NamesTest < Minitest::Test
  HOME = File.expand_path("..", __dir__)
  # For the loops, not for scripts.
  OURS = %i[rack_env respond_simply response complete fail give_up close
            run_after].freeze
  # Beside what all of Python, Ruby and Lua have.
  RUBY_TOO = /Ruby(?: also|, which also has) `(\S+)`/

  def test_docs_name_all_methods_of_a_request_and_no_others
    table = File.read(File.join(HOME, "../../docs/sdks.md"))
                .split("## A request").last.split("##").first
    named = table.lines.grep(/\A\|/).drop(2).flat_map do |row|
      _, shared, *, remark = row.split("|")[..-2]
      (shared.scan(/`(\S+)`/) + remark.scan(RUBY_TOO)).flatten
    end

    assert_equal (PersistWorker::Request.public_instance_methods(false) - OURS)
      .map(&:to_s).sort, named.sort
  end
end
