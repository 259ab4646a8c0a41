-- SPDX-License-Identifier: Apache-2.0
-- A page for each thing that a handler can do; PATH_INFO chooses. Globals live
-- across requests.

local library = require("library")

count = 0

local pages = {}

function pages.count()
  return tostring(count)
end

function pages.env(env)
  return env.REQUEST_METHOD .. " " .. env.QUERY_STRING
end

-- The variables X_… of this request and of the one before.
local function mine(env)
  local found = {}
  for name, value in pairs(env) do
    if name:find("^HTTP_X_") then
      found[#found + 1] = name:sub(8) .. "=" .. value
    end
  end
  table.sort(found)
  return table.concat(found, " ")
end

local before = {}

function pages.mine(env, con)
  local page = mine(env) .. ", " .. mine(before)
  before = env
  assert(con.request.env == env and next(env) and #env == 0)
  return page
end

function pages.con(env, con)
  con:status(418)
  con:header("Content-Type", "text/plain")
  con:header("Set-Cookie", "a=1")
  con:header("Set-Cookie", "b=2")
  con:write("three ", 3, "\n")
  return "and more"
end

function pages.flush(env, con)
  con:write("first ")
  con:flush()
  con:write("second")
end

function pages.echo(env, con)
  con:write(con:read("a"))
end

function pages.library()
  return library.name
end

function pages.lazy()
  return require("lazy").name
end

function pages.raise()
  local nothing
  return nothing.field
end

function pages.header(env, con)
  con:header("X-Bad", "a\nb")
end

function pages.closed(env, con)
  local file = io.open(env.SCRIPT_FILENAME)
  file:close()
  con.request:start(200)
  con.request:send_file(file)
end

function pages.own(env, con)
  con.request:start(200, { ["Content-Type"] = "text/plain" })
  con.request:write("own ")
  con:write("and con")
end

local function refuse()
  error("as ordered")
end

function pages.object()
  error(setmetatable({}, { __eq = refuse, __tostring = refuse }))
end

local function deep()
  return 1 + deep()
end

pages.deep = deep

function pages.table()
  return {}
end

function pages.again()
  for name in pairs(package.loaded) do
    if name:find("^persist_worker") then
      package.loaded[name] = nil
    end
  end
  return require("persist_worker").VERSION
end

function pages.quit()
  os.exit(3)
end

function handler(env, con)
  count = count + 1
  return pages[env.PATH_INFO:sub(2)](env, con)
end
