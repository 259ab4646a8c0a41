-- SPDX-License-Identifier: Apache-2.0
-- persist_worker.lua: scripts that stay resident behind Apache httpd
-- (mod_persist), for Lua 5.4 and LuaJIT.
--
--   local persist_worker = require("persist_worker")
--
--   persist_worker.each_request(function(request)
--     request:respond(200, { ["Content-Type"] = "text/plain" }, "hello")
--   end)
--
-- Require this first: it takes over the socket that persistd has left open in
-- the process. The same file also runs as a CGI program, and from a terminal:
-- ./app.lua --get '/path?x=1'

local core = require("persist_worker.core")
local attend = require("persist_worker.attend")
local cloning = require("persist_worker.cloning")
local errors = require("persist_worker.errors")
local files = require("persist_worker.files")

local M = {
  VERSION = core.VERSION,
  ClientGone = errors.ClientGone,
  BodyBroken = errors.BodyBroken,
  DeadlineExceeded = errors.DeadlineExceeded,
}

local entered = false
local interpreter = jit and jit.version or _VERSION
local is_worker = core.open("lua " .. core.VERSION .. ", " .. interpreter)
if is_worker == nil then
  io.stderr:write(
    "persist_worker: persistd speaks another version of the protocol; ",
    "this is version 1\n"
  )
  os.exit(1)
elseif is_worker then
  -- Lines printed by mistake go to the log at once.
  io.stdout:setvbuf("line")
end
files.watch()

-- Returns nil when the worker must end.
local function next_transport()
  local transport = core.take()
  while transport == false do
    cloning.make()
    transport = core.take()
  end
  return transport
end

-- clones: nil or false; true: at once; a number of requests.
local function serve_worker(handler, clones)
  core.ready(files.block(), clones == true and 0 or clones or nil)
  for transport in next_transport do
    attend.once(transport, handler)
    if files.more() and not core.is_child() then
      core.loaded(files.block())
    end
  end
end

-- Answers requests until the worker must end: calls handler(request) for each.
-- An error ends its request (500, or the client's stream is aborted) and is
-- logged with its traceback. os.exit ends the worker.
--
-- options.clones: with true, further workers of the script may be copies of
-- this process. They are ready at once and share most of their memory. With a
-- number, only after this process has served so many requests.
--
-- Raises an error on a second call.
function M.each_request(handler, options)
  if type(handler) ~= "function" then
    error("each_request needs a function, not a " .. type(handler), 2)
  elseif entered then
    error("the loop has been entered before", 2)
  end
  entered = true
  if is_worker then
    serve_worker(handler, options and options.clones)
  elseif os.getenv("GATEWAY_INTERFACE") then
    require("persist_worker.plain").new(core.environ()):serve(handler)
  else
    require("persist_worker.terminal").request():serve(handler)
  end
end

-- Calls the function before a clone is made. It closes what two processes must
-- not share, such as databases. An error is logged, and no clone is made.
function M.before_fork(call)
  table.insert(cloning.before, call)
end

-- Calls the function after the fork, in the worker and in the clone, which both
-- go on. It opens again what before_fork has closed.
function M.after_fork(call)
  table.insert(cloning.after, call)
end

-- Whether the loop of this process has been entered. For run.lua.
function M.has_served()
  return entered
end

return M
