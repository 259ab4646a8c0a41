-- SPDX-License-Identifier: Apache-2.0
-- The body of a request is read as a file is, whatever pieces it comes in.

local Body = require("persist_worker.body")

local function body(...)
  local pieces, at = { ... }, 0
  return Body.new(function()
    at = at + 1
    return pieces[at]
  end)
end

local function same(got, want)
  assert(got == want, tostring(got) .. " is not " .. tostring(want))
end

-- all of it, and what follows the end
local all = body("ab", "c")
same(all:read("a"), "abc")
same(all:read("a"), "")
same(all:read("l"), nil)
same(all:read(1), nil)
same(all:read_some(), nil)
same(body():read(), "")
same(body("x"):read("*a"), "x")

-- so many bytes
local counted = body("abc", "de", "f")
same(counted:read(0), "")
same(counted:read(2), "ab")
same(counted:read(3), "cde")
same(counted:read(9), "f")
same(counted:read(9), nil)
same(counted:read(0), nil)

-- lines
local lines = body("one\ntw", "o\n\nthr", "ee")
same(lines:read("l"), "one")
same(lines:read("L"), "two\n")
same(lines:read("l"), "")
same(lines:read("l"), "three")
same(lines:read("l"), nil)
local seen = {}
for line in body("a\nb\n"):lines() do
  seen[#seen + 1] = line
end
same(table.concat(seen, ","), "a,b")

-- what has come
local some = body("abc", "d")
same(some:read(1), "a")
same(some:read_some(), "bc")
same(some:read_some(), "d")
same(some:read_some(), nil)

assert(not pcall(body("x").read, body("x"), "n"), "a format that is none")
