-- SPDX-License-Identifier: Apache-2.0
-- handler.lua: a file with a function `handler`, which needs no line about
-- mod_persist. handler() may return the page as a string. handler(env, con) has
-- the CGI variables, and a connection to write to.

local Request = require("persist_worker.request")

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
  self.pieces[#self.pieces + 1] = Request.joined(...)
  return self
end

-- Sends what was written by now. Raises ClientGone if the client has gone.
function Connection:flush()
  self:begin()
  self.request:flush()
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

-- The script may have started the response by con.request itself.
function Connection:begin()
  local request = self.request
  if not request.started then
    request:start(self.code, self:all_fields())
  end
  if #self.pieces > 0 then
    request:write(table.concat(self.pieces))
    self.pieces = {}
  end
end

local function finish(con)
  local request = con.request
  if request.started then
    con:begin()
    request:finish()
  else
    request:respond(con.code, con:all_fields(), table.concat(con.pieces))
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
