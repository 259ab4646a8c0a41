-- SPDX-License-Identifier: Apache-2.0
-- request.lua: a request to this script. Answer it by respond, or by start,
-- write and finish. It is over when the handler returns.
--
--   env         the CGI variables (RFC 3875, and those of httpd), a table
--   method      "GET", "POST", …
--   mount       the part of the URL that leads to the script
--   path        the part that follows it, "" if there is none
--   query       what follows ?, with its escapes
--   headers     those of the request: headers["user-agent"], headers.all()
--   body        a stream: body:read("a"), body:read(n), body:lines()
--   request_id  the id under which httpd logs the request

local Body = require("persist_worker.body")
local headers = require("persist_worker.headers")

local AFTER = 2 -- PERSIST_AFTER of persist/worker.h

local LEVELS = {
  emergency = 0,
  alert = 1,
  critical = 2,
  error = 3,
  warning = 4,
  notice = 5,
  info = 6,
  debug = 7,
}
for number = 0, 7 do
  LEVELS[number] = number
end

local Request = {}

-- The parts of a request that are made at their first use.
local parts = {}

function parts.env(self)
  return self.transport:variables()
end

function parts.headers(self)
  return headers(function(name)
    return self.transport:variable(name)
  end, function()
    return self.env
  end)
end

function parts.body(self)
  return Body.new(function()
    return self.transport:read()
  end)
end

function parts.request_id(self)
  return self.transport:id()
end

for part, name in pairs({
  method = "REQUEST_METHOD",
  mount = "SCRIPT_NAME",
  path = "PATH_INFO",
  query = "QUERY_STRING",
}) do
  parts[part] = function(self)
    return self.transport:variable(name) or ""
  end
end

function Request:__index(name)
  local method = Request[name]
  if method then
    return method
  end
  local make = parts[name]
  if not make then
    return nil
  end
  local part = make(self)
  self[name] = part
  return part
end

-- transport is what reads and sends: an object of the core, or of plain.lua.
-- What is false here is asked of each request: __index would have to search it.
function Request.new(transport)
  return setmetatable({
    transport = transport,
    started = false,
    ended = false,
    after = false, -- the functions of after_response
    env = nil, -- makes room for a few parts
  }, Request)
end

-- Whether the client has gone or the soft deadline has passed.
function Request:cancelled()
  return self.transport:cancelled()
end

-- Seconds until the soft deadline; nil if there is none.
function Request:time_left()
  return self.transport:time_left()
end

-- Returns the flags of an end of the response.
local function ending(self)
  return self.after and AFTER or 0
end

-- Sends the whole response. fields is a table of names and values, in which a
-- list stands for several headers of one name, or a list of pairs
-- {name, value}. body is a string. Raises an error if HTTP does not allow the
-- status or a header; then nothing has been sent.
function Request:respond(status, fields, body)
  self.transport:respond(status, fields, body, ending(self))
  self.ended = true
end

-- Starts a response whose body is sent by write.
function Request:start(status, fields)
  self.transport:start(status, fields)
  self.started = true
end

-- Returns the pieces of a body as one string. Raises an error for what is no
-- string and no number.
function Request.joined(...)
  local first = ...
  if type(first) == "string" and select("#", ...) == 1 then
    return first
  end
  local pieces = { ... }
  for i = 1, select("#", ...) do
    local kind = type(pieces[i])
    if kind ~= "string" and kind ~= "number" then
      error("a piece of a body is no string, but a " .. kind, 3)
    end
  end
  return table.concat(pieces)
end

-- Sends a piece of the body at once: all arguments, which are strings or
-- numbers. Returns the request.
function Request:write(...)
  self.transport:write(Request.joined(...))
  return self
end

-- Sends a part of a regular file as a piece of the body: length bytes from
-- offset on, or all up to its end. file is open for reading, by io.open; it may
-- be closed afterwards, but must not get shorter before the client has it.
-- httpd reads the file. If it is all of the body, httpd serves ranges of it,
-- and a 200 gets ETag and Last-Modified.
function Request:send_file(file, offset, length)
  self.transport:send_file(file, offset, length)
end

-- Sends what is held back: the head, or a part of a file. Raises ClientGone if
-- the client has gone.
function Request:flush()
  self.transport:flush()
end

-- Ends a response that was started, as the end of the handler does. Only
-- clients of HTTP/2 get the trailers.
function Request:finish(trailers)
  self.transport:finish(trailers, ending(self))
  self.ended = true
end

-- Sends an interim response, 103 (RFC 8297), before the response. httpd takes
-- 16 for a request.
function Request:early_hints(fields)
  self.transport:info(fields)
end

-- Writes to httpd's error log, under this request's id. level is a name of RFC
-- 5424, "emergency" … "warning" … "debug", or its number, 0 … 7. Raises an
-- error for others.
function Request:log(text, level)
  local number = LEVELS[level or "warning"]
  if not number then
    error("no level for a log: " .. tostring(level), 2)
  end
  self.transport:log(number, tostring(text))
end

-- Calls the function when the client has its response, or if it will get none.
-- The worker takes no other request before it has returned. Raises an error if
-- the response has ended.
function Request:after_response(call)
  if self.ended then
    error("the response has ended", 2)
  end
  self.after = self.after or {}
  table.insert(self.after, call)
end

return Request
