-- SPDX-License-Identifier: Apache-2.0
-- attend.lua: calls a handler for one request, and ends the request, whatever
-- the handler does.

local Request = require("persist_worker.request")
local errors = require("persist_worker.errors")

local AFTER = 2 -- PERSIST_AFTER of persist/worker.h
local ERROR = 3
local SORRY = "The server met an error and could not answer.\n"

local attend = {}

-- For xpcall: the error itself, and its message with the traceback.
function attend.caught(problem)
  return {
    problem = problem,
    text = debug.traceback(tostring(problem), 2),
  }
end

local function flags_of(request)
  return rawget(request, "after") and AFTER or 0
end

-- The handler has raised an error: 500, 504 after the deadline, or the client's
-- stream is aborted.
local function fail(request, caught)
  local transport = request.transport
  if caught.problem ~= errors.ClientGone then
    pcall(transport.log, transport, ERROR, caught.text)
  end
  local late = caught.problem == errors.DeadlineExceeded
  transport:fail(late and 504 or 500, SORRY, flags_of(request))
end

local function run_after(request)
  for _, call in ipairs(rawget(request, "after") or {}) do
    local well, caught = xpcall(call, attend.caught)
    if not well then
      io.stderr:write(caught.text, "\n")
    end
  end
end

-- Calls the handler with a request over the transport. finished() is called
-- before what follows the response. Returns whether the handler has returned.
function attend.once(transport, handler, finished)
  local request = Request.new(transport)
  local well, caught = xpcall(handler, attend.caught, request)
  finished()
  if not well then
    fail(request, caught)
  elseif not request.ended and not transport:complete(flags_of(request)) then
    fail(request, { text = "the script has not answered" })
  end
  run_after(request)
  transport:close()
  return well
end

return attend
