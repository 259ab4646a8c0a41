-- SPDX-License-Identifier: Apache-2.0
-- attend.lua: calls a handler for one request, and ends the request, whatever
-- the handler does.

local Request = require("persist_worker.request")
local core = require("persist_worker.core")
local errors = require("persist_worker.errors")

local AFTER = 2 -- PERSIST_AFTER of persist/worker.h
local ERROR = 3
local SORRY = "The server met an error and could not answer.\n"

local attend = {}

-- An error object of the script may fail at this, too.
local function text_of(problem)
  local well, text = pcall(tostring, problem)
  if well and type(text) == "string" then
    return text
  end
  return "an error that is a " .. type(problem)
end

-- The message handler: the error itself, and its message with the traceback.
function attend.caught(problem)
  return {
    problem = problem,
    text = debug.traceback(text_of(problem), 2),
  }
end

-- What pcall returns where the message handler has not run, or has failed, as
-- without memory.
local function complete(caught)
  if type(caught) == "table" and type(rawget(caught, "text")) == "string" then
    return caught
  end
  return { problem = caught, text = text_of(caught) }
end

-- The text of what xpcall with attend.caught has returned.
function attend.text(caught)
  return complete(caught).text
end

local function flags_of(request)
  return request.after and AFTER or 0
end

-- The handler has raised an error: 500, 504 after the deadline, or the client's
-- stream is aborted.
local function fail(request, problem)
  local transport = request.transport
  local caught = complete(problem)
  if not rawequal(caught.problem, errors.ClientGone) then
    pcall(transport.log, transport, ERROR, caught.text)
  end
  local late = rawequal(caught.problem, errors.DeadlineExceeded)
  transport:fail(late and 504 or 500, SORRY, flags_of(request))
end

local function run_after(calls)
  for i = 1, #calls do
    local well, caught = xpcall(calls[i], attend.caught)
    if not well then
      io.stderr:write(attend.text(caught), "\n")
    end
  end
end

-- Calls the handler with a request over the transport. A process that the
-- handler has forked answers nothing: the request is its parent's.
function attend.once(transport, handler)
  local request = Request.new(transport)
  local well, caught = core.guard(handler, attend.caught, request)
  if well == nil then
    return
  elseif not well then
    fail(request, caught)
  elseif not request.ended and not transport:complete(flags_of(request)) then
    fail(request, "the script has not answered")
  end
  if request.after then
    run_after(request.after)
  end
end

return attend
