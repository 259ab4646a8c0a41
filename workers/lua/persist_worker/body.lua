-- SPDX-License-Identifier: Apache-2.0
-- body.lua: the request's body as a stream, with the formats of Lua's files.

local Body = {}
Body.__index = Body

-- next() returns the next bytes, or nil at the end. It may raise BodyBroken,
-- ClientGone or DeadlineExceeded, and so may everything here.
function Body.new(next)
  return setmetatable({
    next = next,
    piece = "", -- the last one that came
    at = 1, -- what was read of it ends before this place
  }, Body)
end

-- Whether there is more: the piece then has at least one byte behind at.
local function fill(self)
  if self.next and self.at > #self.piece then
    self.piece = self.next() or ""
    self.at = 1
    if self.piece == "" then
      self.next = nil
    end
  end
  return self.at <= #self.piece
end

-- Takes the bytes of the piece up to this place, or all.
local function take(self, last)
  local from = self.at
  self.at = math.min(last or #self.piece, #self.piece) + 1
  if from == 1 and self.at > #self.piece then
    return self.piece
  end
  return self.piece:sub(from, self.at - 1)
end

local function read_count(self, count)
  if count == 0 then
    return fill(self) and "" or nil
  end
  local parts = {}
  while count > 0 and fill(self) do
    local part = take(self, self.at + count - 1)
    parts[#parts + 1] = part
    count = count - #part
  end
  return #parts > 0 and table.concat(parts) or nil
end

local function read_line(self, keep)
  local parts = {}
  while fill(self) do
    local place = self.piece:find("\n", self.at, true)
    parts[#parts + 1] = take(self, place)
    if place then
      break
    end
  end
  if #parts == 0 then
    return nil
  end
  local line = table.concat(parts)
  return keep and line or (line:gsub("\n$", ""))
end

local function read_all(self)
  local parts = {}
  while fill(self) do
    parts[#parts + 1] = take(self)
  end
  return table.concat(parts)
end

-- Reads as file:read of Lua does: "a", all that is left (also without a format,
-- unlike a file); a number, so many bytes, or fewer at the end; "l", a line;
-- "L", a line with its end. Returns nil at the end of the body, "" for "a".
-- "*a" and the like are taken, too.
function Body:read(format)
  if type(format) == "number" then
    return read_count(self, format)
  end
  local letter = tostring(format or "a"):gsub("^%*", ""):sub(1, 1)
  if letter == "a" then
    return read_all(self)
  elseif letter == "l" or letter == "L" then
    return read_line(self, letter == "L")
  end
  error("no format to read a body: " .. tostring(format), 2)
end

-- Returns what the client has sent by now, of any length, or nil at the end.
-- Waits for at least one byte.
function Body:read_some()
  return fill(self) and take(self) or nil
end

-- for line in request.body:lines() do … end
function Body:lines(format)
  return function()
    return self:read(format or "l")
  end
end

return Body
