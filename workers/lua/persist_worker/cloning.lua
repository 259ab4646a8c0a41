-- SPDX-License-Identifier: Apache-2.0
-- cloning.lua: makes a copy of this process when persistd orders it, between
-- two requests.

local attend = require("persist_worker.attend")
local core = require("persist_worker.core")

local cloning = {
  before = {}, -- functions of the script, in the order in which it gave them
  after = {},
}

-- Without all of them there is no clone.
local function run_before()
  for i = #cloning.before, 1, -1 do
    local well, caught = xpcall(cloning.before[i], attend.caught)
    if not well then
      io.stderr:write(attend.text(caught), "\n")
      return false
    end
  end
  return true
end

-- Returns in the worker and in the clone.
function cloning.make()
  local good = run_before()
  io.stdout:flush()
  core.clone(good)
  math.randomseed(core.seed())
  for _, call in ipairs(cloning.after) do
    call()
  end
end

return cloning
