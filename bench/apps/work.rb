# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

# The work of all workers in Ruby, whatever server brings the request. It is the
# same as in work.py.
module Work
  BLOCK = ("x" * (1024 * 1024)).b.freeze
  PIECE = 65_536

  module_function

  # Returns the body, an Array of Strings. input is an IO to read from. The block
  # returns the variables, for work that needs them.
  def answer(path, input)
    _, kind, rest = path.split("/", 3)
    case kind
    when nil, "", "hello" then ["hello\n"]
    when "environment" then [environment(yield)]
    when "bytes" then bytes(rest.to_i)
    when "upload" then [upload(input)]
    when "page" then [page(yield)]
    end
  end

  def environment(env)
    env.filter_map { |k, v| "#{k}=#{v}\n" if v.is_a?(String) }.join
  end

  def bytes(count)
    whole, part = count.divmod(BLOCK.bytesize)
    body = [BLOCK] * whole
    part.zero? ? body : body << BLOCK.byteslice(0, part)
  end

  def upload(input)
    length = 0
    while (piece = input.read(PIECE))
      length += piece.bytesize
    end
    "#{length}\n"
  end

  # Returns ten rows of a table as JSON. Each thread keeps its database open.
  def page(env)
    rows = (Thread.current[:rows] ||= open_database)
    team = env["QUERY_STRING"].split("=", 2).last.to_i
    items = rows.execute(team).map { |i, n, p| { id: i, name: n, price: p } }
    JSON.generate(items)
  end

  def open_database
    require "json"
    require "sqlite3"
    database = SQLite3::Database.new(File.join(__dir__, "..", "bench.db"))
    database.prepare(
      "SELECT id, name, price FROM item WHERE team = ? ORDER BY id"
    )
  end
end
