-- SPDX-License-Identifier: Apache-2.0
-- plain.lua: the one request of a CGI program, by the environment, standard
-- input and standard output. It has the methods of the core's requests.

local attend = require("persist_worker.attend")
local core = require("persist_worker.core")
local errors = require("persist_worker.errors")

-- The headers that httpd removes from the response of a worker.
local DROPPED = {
  connection = true,
  ["keep-alive"] = true,
  te = true,
  trailer = true,
  ["transfer-encoding"] = true,
  upgrade = true,
  status = true,
}

local INFO_MAX = 16 -- for one request; limit of wire/PROTOCOL.md
local BODILESS = { [204] = true, [205] = true, [304] = true }

local REASONS = {
  [200] = "OK",
  [201] = "Created",
  [202] = "Accepted",
  [204] = "No Content",
  [301] = "Moved Permanently",
  [302] = "Found",
  [303] = "See Other",
  [304] = "Not Modified",
  [307] = "Temporary Redirect",
  [308] = "Permanent Redirect",
  [400] = "Bad Request",
  [401] = "Unauthorized",
  [403] = "Forbidden",
  [404] = "Not Found",
  [405] = "Method Not Allowed",
  [409] = "Conflict",
  [410] = "Gone",
  [413] = "Request Entity Too Large",
  [422] = "Unprocessable Entity",
  [429] = "Too Many Requests",
  [500] = "Internal Server Error",
  [501] = "Not Implemented",
  [503] = "Service Unavailable",
  [504] = "Gateway Timeout",
}

local Plain = {}
Plain.__index = Plain

-- nil: the length is unknown, as that of a chunked body.
local function length_of(env)
  local digits = (env.CONTENT_LENGTH or ""):match("^%d+$")
  return digits and tonumber(digits)
end

function Plain.new(env)
  return setmetatable({
    env = env,
    left = length_of(env),
    state = "new", -- "started": the head is held; "open"; "ended"
    bodiless = env.REQUEST_METHOD == "HEAD",
    informed = 0, -- how many interim responses there were
  }, Plain)
end

function Plain:variables()
  return self.env
end

function Plain:variable(name)
  return self.env[name]
end

function Plain:id()
  return self.env.UNIQUE_ID or "-"
end

-- Reads up to CONTENT_LENGTH, or without it up to the end.
function Plain:read()
  if self.left and self.left <= 0 then
    return nil
  end
  local bytes = core.input(self.left)
  if not bytes and self.left then
    error(errors.BodyBroken)
  end
  if self.left then
    self.left = self.left - #bytes
  end
  return bytes
end

function Plain.time_left()
  return nil
end

function Plain.cancelled()
  return false
end

-- Returns the headers as a list of pairs, checked by the core.
local function pairs_of(fields)
  local list = {}
  for name, value in core.block(fields):gmatch("(%Z+)%z(%Z*)%z") do
    list[#list + 1] = { name, value }
  end
  return list
end

local function has(list, name)
  for _, pair in ipairs(list) do
    if pair[1]:lower() == name then
      return true
    end
  end
  return false
end

-- The first line of a head. terminal.lua has another one.
function Plain.first_line(status)
  return "Status: " .. status .. " " .. (REASONS[status] or "")
end

function Plain:head(status, list)
  local lines = { (self.first_line(status):gsub(" $", "")) }
  for _, pair in ipairs(list) do
    if not DROPPED[pair[1]:lower()] then
      lines[#lines + 1] = pair[1] .. ": " .. pair[2]
    end
  end
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

local function refuse(self)
  local new = self.state == "new"
  local what = new and "not been started" or "been started before"
  error("the response has " .. what, 4)
end

local function expect_new(self)
  if self.state ~= "new" then
    refuse(self)
  end
end

local function expect_begun(self)
  if self.state == "new" or self.state == "ended" then
    refuse(self)
  end
end

local function put(self, bytes)
  if not self.bodiless then
    core.output(bytes)
  end
end

-- Sends the head, and the part of a file behind it, if they are held back.
local function release(self)
  if self.state == "started" then
    self.state = "open"
    core.output(self:head(self.status, self.list))
  end
  local part = self.part
  self.part = nil
  if part then
    for bytes in part.read, part do
      put(self, bytes)
    end
    part:close()
  end
end

local function add(self, name, value)
  if value and not has(self.list, name:lower()) then
    self.list[#self.list + 1] = { name, value }
  end
end

-- The held part of a file is all of the body.
local function announce(self)
  if not BODILESS[self.status] then
    add(self, "Content-Length", string.format("%d", self.part:length()))
  end
  if self.status == 200 then
    local etag, modified = self.part:validators()
    add(self, "ETag", etag)
    add(self, "Last-Modified", modified)
  end
end

-- Adds Content-Length: under CGI no other program does.
function Plain:respond(status, fields, body)
  local kind = type(body)
  if kind ~= "string" and kind ~= "number" and body ~= nil then
    error("the body is no string, but a " .. kind, 3)
  end
  self:start(status, fields)
  body = tostring(body or "")
  if not BODILESS[self.status] then
    add(self, "Content-Length", tostring(#body))
  end
  release(self)
  put(self, body)
  self:finish()
end

function Plain:start(status, fields)
  expect_new(self)
  self.status = core.check_status(status)
  self.list = pairs_of(fields)
  self.state = "started"
  self.bodiless = self.bodiless or BODILESS[self.status]
end

function Plain:write(bytes)
  expect_begun(self)
  release(self)
  put(self, bytes)
end

function Plain:send_file(file, offset, length)
  expect_begun(self)
  local part = core.part(file, offset, length)
  if self.part or self.state == "open" then
    release(self)
  end
  self.part = part
end

function Plain:flush()
  expect_begun(self)
  release(self)
end

function Plain:finish(trailers)
  expect_begun(self)
  pairs_of(trailers) -- a wrong one is an error here, too
  if self.part and self.state == "started" then
    announce(self)
  end
  release(self)
  self.state = "ended"
  self.left = 0
  core.close_stdio()
end

-- A CGI program has no way to send it, but what a worker refuses is refused.
function Plain:info(fields)
  expect_new(self)
  pairs_of(fields)
  self.informed = self.informed + 1
  if self.informed > INFO_MAX then
    error("more than 16 interim responses", 3)
  end
end

function Plain.log(_, _, text)
  io.stderr:write(text, "\n")
end

-- A CGI program can only end, and report a failure by its exit status.
function Plain:fail(status, text)
  self.failed = true
  if self.state == "new" then
    self:respond(status, { ["Content-Type"] = "text/plain" }, text)
  elseif self.state ~= "ended" then
    self:finish()
  end
end

function Plain:complete()
  if self.state == "started" or self.state == "open" then
    self:finish()
  end
  return self.state ~= "new"
end

-- Answers the request, then ends the process if the handler has failed.
function Plain:serve(handler)
  assert(core.stdio(self.data))
  attend.once(self, handler)
  if self.failed and not core.is_child() then
    os.exit(1, true)
  end
end

return Plain
