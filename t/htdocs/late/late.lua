#!/usr/bin/env lua5.4
-- SPDX-License-Identifier: Apache-2.0
-- As late.py, but for sleep: no other process ends at a deadline of this one.

local persist_worker = require("persist_worker")

local function pid()
  local stat = io.open("/proc/self/stat")
  local found = stat:read("n")
  stat:close()
  return string.format("%d", found)
end

local function deep()
  while true do
  end
end

local pages = {}

function pages.spin(request)
  request:log("id=" .. request.request_id .. " spins")
  deep()
end

pages.sleep = deep

function pages.stream(request)
  request:start(200)
  request:write("half")
  request:flush()
  deep()
end

function pages.catch(request)
  local well, problem = pcall(deep)
  assert(not well and problem == persist_worker.DeadlineExceeded)
  request:respond(200, {}, "caught at " .. request:time_left())
end

function pages.who(request)
  request:respond(200, {}, pid())
end

persist_worker.each_request(function(request)
  pages[request.path:sub(2)](request)
end)
