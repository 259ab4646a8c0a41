-- SPDX-License-Identifier: Apache-2.0
-- What a handler does becomes the calls of a transport, here a list of words.

local Request = require("persist_worker.request")
local handler = require("persist_worker.handler")

local function fields_of(fields)
  local words = {}
  for i, pair in ipairs(fields) do
    words[i] = pair[1] .. ":" .. pair[2]
  end
  return table.concat(words, ",")
end

-- Returns a transport, and the list.
local function transport()
  local said = {}
  local function say(...)
    said[#said + 1] = table.concat({ ... }, " ")
  end
  return {
    variables = function()
      say("variables")
      return { NAME = "value" }
    end,
    respond = function(_, status, fields, body)
      say(status, fields_of(fields), body)
    end,
    start = function(_, status, fields)
      say(status, fields_of(fields))
    end,
    write = function(_, bytes)
      say(bytes)
    end,
    flush = function()
      say("flush")
    end,
    finish = function()
      say("finish")
    end,
  }, said
end

local function check(call, want)
  local sender, said = transport()
  handler.wrap(call)(Request.new(sender))
  local got = table.concat(said, "; ")
  assert(got == want, got .. " is not " .. want)
end

local HTML = "200 Content-Type:text/html "

check(function() end, HTML)
check(function()
  return "page"
end, HTML .. "page")
check(function()
  return 7
end, HTML .. "7")
check(function(...)
  return (select("#", ...))
end, "variables; " .. HTML .. "2")
check(function(env, con)
  assert(con.request.env == env)
  con:write("a", 1):write("b")
  return env.NAME
end, "variables; " .. HTML .. "a1bvalue")
check(function(_, con)
  con:status(404)
  con:header("X-A", "1")
  con:header("content-TYPE", "text/plain")
end, "variables; 404 X-A:1,content-TYPE:text/plain ")
check(function(_, con)
  con:header("X-A", "1")
end, "variables; 200 X-A:1,Content-Type:text/html ")
check(function(_, con)
  con:write("a")
  con:flush()
  con:flush()
  con:write("b")
  return "c"
end, "variables; 200 Content-Type:text/html; a; flush; flush; bc; finish")
check(function(_, con)
  con.request:respond(204, {}, "")
  con:write("lost")
end, "variables; 204  ")

for _, wrong in ipairs({ {}, false, print }) do
  local serve = handler.wrap(function()
    return wrong
  end)
  local well, problem = pcall(serve, Request.new((transport())))
  assert(not well and problem:find("no string, but a " .. type(wrong), 1, true))
end
