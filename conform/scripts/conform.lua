-- SPDX-License-Identifier: Apache-2.0
-- The script under test of persist-conform, for the Lua SDK. Lua has no fork
-- and no sleep of its own.

local persist_worker = require("persist_worker")

local PLAIN = { ["Content-Type"] = "text/plain" }

local pages = {}

pages["/hello"] = function(request)
  request:respond(200, PLAIN, "hello")
end

pages["/env"] = function(request)
  local lines = {}
  for name, value in pairs(request.env) do
    lines[#lines + 1] = name .. "=" .. value .. "\n"
  end
  request:respond(200, PLAIN, table.concat(lines))
end

pages["/echo"] = function(request)
  request:respond(200, PLAIN, request.body:read("a"))
end

local function sleep(milliseconds)
  for _ = 1, math.ceil(milliseconds / 10) do
    os.execute("sleep 0.01")
  end
end

pages["/sleep"] = function(request)
  sleep(tonumber(request.query))
  request:respond(200, PLAIN, "slept")
end

pages["/error"] = function()
  error("as ordered")
end

pages["/fork"] = function(request)
  request:respond(501, PLAIN, "Lua has no fork")
end

pages["/exec"] = function(request)
  local pipe = io.popen("sleep 30 >/dev/null & echo $!")
  request:respond(200, PLAIN, pipe:read("*l"))
  pipe:close()
end

pages["/exit"] = function(request)
  request:respond(200, PLAIN, "bye")
  os.exit(0)
end

pages["/stream"] = function(request)
  request:start(200, PLAIN)
  for piece in request.body.read_some, request.body do
    request:write(piece):flush()
  end
  request:finish()
end

pages["/slow"] = function(request)
  request:start(200, PLAIN)
  for _ = 1, 3000 do
    request:write("x"):flush()
    sleep(10)
  end
end

pages["/abort"] = function(request)
  request:start(200, PLAIN)
  request:write("x"):flush()
  error("as ordered")
end

pages["/hints"] = function(request)
  for _ = 1, tonumber(request.query) do
    request:early_hints({ Link = "</x.css>; rel=preload" })
  end
  request:respond(200, PLAIN, "hinted")
end

pages["/after"] = function(request)
  request:after_response(function()
    sleep(300)
  end)
  request:respond(200, PLAIN, "soon")
end

pages["/file"] = function(request)
  local file = assert(io.open(request.query, "rb"))
  request:start(200, PLAIN)
  request:send_file(file)
  file:close()
end

local function missing(request)
  request:respond(404, PLAIN, "there is no such page\n")
end

persist_worker.each_request(function(request)
  local page = pages[request.path] or missing
  page(request)
end, { clones = true })
