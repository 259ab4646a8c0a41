#!/usr/bin/env lua5.4
-- SPDX-License-Identifier: Apache-2.0
-- One page for each kind of response; PATH_INFO chooses.

local persist_worker = require("persist_worker")

local TEXT = { ["Content-Type"] = "text/plain" }
local NAMES = {
  "GATEWAY_INTERFACE",
  "REQUEST_METHOD",
  "PATH_INFO",
  "QUERY_STRING",
  "CONTENT_TYPE",
  "HTTP_X_MINE",
}

local pages = {}

function pages.facts(request)
  local lines = {}
  for _, name in ipairs(NAMES) do
    lines[#lines + 1] = name .. "=" .. (request.env[name] or "")
  end
  lines[#lines + 1] = request.method
  lines[#lines + 1] = request.path
  lines[#lines + 1] = request.query
  lines[#lines + 1] = tostring(request:time_left())
  lines[#lines + 1] = request.mount:match("[^/]*$")
  request:respond(200, TEXT, table.concat(lines, "\n"))
end

function pages.echo(request)
  local body = request.body:read("a")
  request:respond(200, { ["Content-Type"] = "application/octet-stream" }, body)
end

function pages.stream(request)
  request:start(200, TEXT)
  for number = 0, 2 do
    request:write("line ", number, "\n"):flush()
  end
end

function pages.head(request)
  request:start(200, TEXT)
  request:flush()
  repeat
    os.execute("sleep 0.01")
    local file = io.open(request.query)
  until file
end

function pages.cookies(request)
  local fields = {
    { "Set-Cookie", "a=1" },
    { "Set-Cookie", "b=2" },
    { "Content-Type", "text/plain" },
  }
  request:respond(418, fields, "twice")
end

function pages.away(request)
  local fields = { Location = "/elsewhere", ["Content-Type"] = "text/plain" }
  request:respond(302, fields, "there")
end

function pages.nothing(request)
  request:respond(204)
end

function pages.large(request)
  request:respond(200, TEXT, ("0123456789"):rep(100000))
end

function pages.printed(request)
  print("for the error log")
  os.execute("echo and this")
  request:respond(200, TEXT, "clean")
end

function pages.file(request)
  local file = io.open(arg[0])
  request:start(200, TEXT)
  request:send_file(file, 10, 100)
  file:close()
end

function pages.reset(request)
  request:respond(205, TEXT, "never sent")
end

function pages.refused(request)
  local names = {}
  local function attempt(name, call, ...)
    if not pcall(call, request, ...) then
      names[#names + 1] = name
    end
  end
  attempt("level", request.log, "x", 8)
  attempt("fraction", request.start, 200.5, TEXT)
  for _ = 1, 17 do
    attempt("hint", request.early_hints, TEXT)
  end
  request:start(200, TEXT)
  attempt("late", request.early_hints, TEXT)
  request:write(table.concat(names, " "))
end

function pages.silent() end

function pages.raised()
  error("what a pity")
end

persist_worker.each_request(function(request)
  pages[request.path:sub(2)](request)
end)
