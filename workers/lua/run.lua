-- SPDX-License-Identifier: Apache-2.0
-- run.lua --folder FOLDER ENTRY [ARGUMENT…]: runs the file ENTRY with FOLDER as
-- its working directory. It calls each_request itself, or has a global function
-- `handler`, or returns one. persist-app starts this program.

local USAGE = "usage: run.lua --folder FOLDER ENTRY [ARGUMENT…]"

-- The server's own copy of persist_worker is beside this file; one that this
-- interpreter finds elsewhere outranks it. A file of that name in the working
-- directory does not.
local here = arg[0]:match("^(.*/)") or "./"
local abi = jit and "5.1" or _VERSION:match("%d+%.%d+")

local function search(path, more)
  local places = {}
  for place in path:gmatch("[^;]+") do
    if place:sub(1, 2) ~= "./" then
      places[#places + 1] = place
    end
  end
  places[#places + 1] = more
  return table.concat(places, ";")
end

package.path = search(package.path, here .. "?.lua")
package.cpath = search(package.cpath, here .. abi .. "/?.so")

local function give_up(message)
  io.stderr:write("persist-app: ", message, "\n")
  os.exit(126)
end

-- The first line, and the next one if the first announces it.
local function headline(text)
  local first, second = text:match("^([^\n]*)\n*([^\n]*)")
  local is_more = second:find("^%S") and second ~= "stack traceback:"
  return first:find(":$") and is_more and first .. " " .. second or first
end

local option, folder, entry = arg[1], arg[2], arg[3]
if option ~= "--folder" or not entry then
  give_up(USAGE)
end

local found, persist_worker = pcall(require, "persist_worker")
if not found then
  give_up(
    "this Lua ("
      .. (jit and jit.version or _VERSION)
      .. ") can't load persist_worker: "
      .. tostring(persist_worker):match("^[^\n]*")
      .. ". It is built for Lua 5.4 and LuaJIT; choose one of them by "
      .. "PersistInterpreter"
  )
end

-- All that may be needed later, before files of the script come first.
local core = require("persist_worker.core")
local files = require("persist_worker.files")
local wrap = require("persist_worker.handler").wrap
require("persist_worker.terminal")

-- The script finds its own arguments, as if the interpreter had started it.
local function take_arguments()
  local words = { [0] = entry }
  for i = 4, #arg do
    words[i - 3] = arg[i]
  end
  _G.arg = words
end

entry = assert(core.realpath(entry))
assert(core.chdir(folder))
take_arguments()
files.script = entry
package.path = folder .. "/?.lua;" .. folder .. "/?/init.lua;" .. package.path

local function load_entry()
  local chunk, problem = loadfile(entry)
  if not chunk then
    return nil, problem
  end
  return xpcall(chunk, function(raised)
    return debug.traceback(tostring(raised), 2)
  end, (table.unpack or unpack)(arg))
end

local well, returned = load_entry()
if not well then
  io.stderr:write(returned, "\n")
  give_up("the script can't be loaded: " .. headline(returned))
end
if not persist_worker.has_served() then
  local handler = type(returned) == "function" and returned
    or rawget(_G, "handler")
  if type(handler) ~= "function" then
    give_up(
      entry
        .. " has no function `handler`, and does not call "
        .. "persist_worker.each_request"
    )
  end
  persist_worker.each_request(wrap(handler))
end
