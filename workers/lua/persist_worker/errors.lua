-- SPDX-License-Identifier: Apache-2.0
-- errors.lua: the errors that a script may want to tell apart. Each is one
-- object: pcall returns it, and it can be compared by ==.

local core = require("persist_worker.core")

local function new(name, text)
  return setmetatable({}, {
    __tostring = function()
      return "persist_worker." .. name .. ": " .. text
    end,
    __name = "persist_worker.error",
  })
end

local errors = {
  -- The client no longer waits for the response. A script need not catch this:
  -- the request just ends.
  ClientGone = new("ClientGone", "the client has gone"),
  -- The client's body can't be completed: it was cut off, or is too long.
  BodyBroken = new("BodyBroken", "the client's body is cut off"),
  -- The request's soft deadline (PersistRequestTimeout) has passed.
  DeadlineExceeded = new("DeadlineExceeded", "the request has taken too long"),
}

core.errors(errors.ClientGone, errors.BodyBroken, errors.DeadlineExceeded)

return errors
