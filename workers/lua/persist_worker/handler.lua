-- SPDX-License-Identifier: Apache-2.0
-- handler.lua: a file with a function `handler`, which needs no line about
-- mod_persist. handler() may return the page as a string. handler(env, con) has
-- the CGI variables, and a connection to write to.

local Request = require("persist_worker.request")

local getinfo = debug.getinfo -- the script may take it away

local handler = {}

local HTML = { { "Content-Type", "text/html" } }

local Connection = {}
Connection.__index = Connection

-- What most requests have not, or have one of, is made at its first use.
local function add(list, item)
  if not list then
    return { item }
  end
  list[#list + 1] = item
  return list
end

-- Sets the status of the response, 200 without it. Not after flush.
function Connection:status(status)
  self.code = status
end

-- Adds a header to the response. Not after flush. Without a Content-Type it is
-- text/html.
function Connection:header(name, value)
  self.fields = add(self.fields, { name, value })
end

-- Writes to the page: strings and numbers. What is written is sent as a whole
-- when the handler returns, or piece by piece with flush.
function Connection:write(...)
  self.pieces = add(self.pieces, Request.joined(...))
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

local function is_type(name)
  return name == "Content-Type"
    or type(name) == "string" and name:lower() == "content-type"
end

local function all_fields(con)
  local fields = con.fields or HTML
  for i = 1, #fields do
    if is_type(fields[i][1]) then
      return fields
    end
  end
  return add(fields, HTML[1])
end

-- Takes what was written since the last call.
local function take(con)
  local pieces = con.pieces
  con.pieces = false
  return #pieces == 1 and pieces[1] or table.concat(pieces)
end

-- The script may have started the response by con.request itself.
function Connection:begin()
  local request = self.request
  if not request.started then
    request:start(self.code, all_fields(self))
  end
  if self.pieces then
    request:write(take(self))
  end
end

-- What a handler has returned, as a string.
local function text_of(page)
  return page == nil and "" or Request.joined(page)
end

local function respond(con, text)
  if con.pieces then
    text = take(con) .. text
  end
  Request.respond(con.request, con.code, all_fields(con), text)
end

local function finish(con, text)
  if text ~= "" then
    con:write(text)
  end
  con:begin()
  con.request:finish()
end

-- handler(): the page is all of the response.
local function wrap_page(call)
  return function(request)
    Request.respond(request, 200, HTML, text_of(call()))
  end
end

-- handler(env, con): con.request has everything else: log, send_file, …
local function wrap_connection(call)
  return function(request)
    local con = setmetatable({
      request = request,
      code = 200,
      fields = false, -- of the response
      pieces = false, -- of the page, to be sent
    }, Connection)
    local text = text_of(call(request.env, con))
    if not request.ended then
      local send = request.started and finish or respond
      send(con, text)
    end
  end
end

-- Returns a handler for each_request that calls this one. Without parameters it
-- is spared the variables, most of the cost of a small page.
function handler.wrap(call)
  local info = getinfo(call, "u")
  local takes_any = info.nparams > 0 or info.isvararg
  return takes_any and wrap_connection(call) or wrap_page(call)
end

return handler
