-- SPDX-License-Identifier: Apache-2.0
-- handler.lua: a file with a function `handler`, which needs no line about
-- mod_persist. handler() may return the page as a string. handler(env, con) has
-- the CGI variables, and a connection to write to.

local handler = {}

local Connection = {}
Connection.__index = Connection

-- Sets the status of the response, 200 without it. Not after flush.
function Connection:status(status)
  self.code = status
end

-- Adds a header to the response. Not after flush. Without a Content-Type it is
-- text/html.
function Connection:header(name, value)
  self.fields[#self.fields + 1] = { name, value }
end

-- Writes to the page: strings and numbers. What is written is sent as a whole
-- when the handler returns, or piece by piece with flush.
function Connection:write(...)
  for i = 1, select("#", ...) do
    self.pieces[#self.pieces + 1] = tostring((select(i, ...)))
  end
  return self
end

-- Sends what was written by now.
function Connection:flush()
  if not self.started then
    self.request:start(self.code, self:all_fields())
    self.started = true
  end
  self.request:write(table.concat(self.pieces))
  self.pieces = {}
end

-- Reads the body of the request, as file:read does.
function Connection:read(format)
  return self.request.body:read(format)
end

function Connection:all_fields()
  for _, pair in ipairs(self.fields) do
    if type(pair[1]) == "string" and pair[1]:lower() == "content-type" then
      return self.fields
    end
  end
  self:header("Content-Type", "text/html")
  return self.fields
end

local function finish(con)
  if con.started then
    con:flush()
    con.request:finish()
  else
    con.request:respond(con.code, con:all_fields(), table.concat(con.pieces))
  end
end

-- Returns a handler for each_request that calls this one.
function handler.wrap(call)
  return function(request)
    -- con.request has everything else: log, send_file, time_left, …
    local con = setmetatable({
      request = request,
      code = 200,
      fields = {},
      pieces = {},
    }, Connection)
    local page = call(request.env, con)
    if page ~= nil then
      con:write(page)
    end
    if not request.ended then
      finish(con)
    end
  end
end

return handler
