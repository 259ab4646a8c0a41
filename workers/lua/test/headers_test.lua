-- SPDX-License-Identifier: Apache-2.0
-- Headers of a response become a block, or an error that names the wrong one.

local core = require("persist_worker.core")
local view = require("persist_worker.headers")

local function same(got, want)
  assert(got == want, tostring(got) .. " is not " .. tostring(want))
end

local function refused(headers, text)
  local well, problem = pcall(core.block, headers)
  assert(not well, "it is taken")
  assert(tostring(problem):find(text, 1, true), tostring(problem))
end

same(core.block(nil), "")
same(core.block({}), "")
same(core.block({ A = "b" }), "A\0b\0")
same(core.block({ A = 1 }), "A\0001\0")
same(core.block({ A = { "b", 2 } }), "A\0b\0A\0002\0")
same(core.block({ { "A", "b" }, { "A", "c" } }), "A\0b\0A\0c\0")
same(core.block({ { "A", { "b", "c" } } }), "A\0b\0A\0c\0")
same(core.block({ A = "" }), "A\0\0")
same(#core.block({ A = ("x"):rep(100000) }), 100003)

refused({ ["A B"] = "c" }, "no name for a header: 'A B'")
refused({ [""] = "c" }, "no name for a header")
refused({ ["A\0"] = "c" }, "no name for a header")
refused({ A = "b\nc" }, "header A has control characters")
refused({ A = "b\0c" }, "header A has control characters")
refused({ A = true }, "header A is no string, but a boolean")
refused({ { "A" } }, "header A is no string, but a nil")
refused({ "A" }, "header 1 is no pair, but a string")
refused({ { 1, "b" } }, "the name of a header is no string, but a number")
refused("A", "table expected")

for _, status in ipairs({ 199, 600, 200.5, 0 / 0, -200, 1e30 }) do
  assert(not pcall(core.check_status, status), "no status: " .. status)
end
assert(not pcall(core.check_status, "OK"))
core.check_status(200)
core.check_status(599)

local env = { HTTP_X_MINE = "a", CONTENT_TYPE = "text/plain", HOME = "/" }
local headers = view(function(name)
  return env[name]
end, function()
  return env
end)
same(headers["x-mine"], "a")
same(headers["Content-Type"], "text/plain")
same(headers.content_type, "text/plain")
same(headers.home, nil)
local all = headers.all()
same(all["X-Mine"], "a")
same(all["Content-Type"], "text/plain")
same(all.Home, nil)
