-- SPDX-License-Identifier: Apache-2.0
-- headers.lua: the request's headers, from the CGI variables. Case is ignored,
-- and - and _ are the same: headers["content-type"].

local BARE = { CONTENT_TYPE = true, CONTENT_LENGTH = true }

local function variable(name)
  local upper = tostring(name):upper():gsub("-", "_")
  return BARE[upper] and upper or "HTTP_" .. upper
end

local function spelled(name)
  return (
    name:gsub("([^_]+)", function(word)
      return word:sub(1, 1) .. word:sub(2):lower()
    end):gsub("_", "-")
  )
end

-- get(variable) returns a variable's value or nil, all() a table of all.
local function view(get, all)
  local headers = {}

  -- Returns all as a table, with names spelled like Content-Type.
  function headers.all()
    local found = {}
    for name, value in pairs(all()) do
      local header = BARE[name] and name or name:match("^HTTP_(.*)$")
      if header then
        found[spelled(header)] = value
      end
    end
    return found
  end

  return setmetatable(headers, {
    __index = function(_, name)
      return get(variable(name))
    end,
  })
end

return view
