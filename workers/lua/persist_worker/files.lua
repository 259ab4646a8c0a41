-- SPDX-License-Identifier: Apache-2.0
-- files.lua: the files of the script's own code, which persistd watches for
-- changes. Those of the system, and of this package, are left out.

local core = require("persist_worker.core")

local searchpath = package.searchpath
local here = debug.getinfo(1, "S").source:match("^@(.*)files%.lua$")

local files = {
  -- The absolute path of the script.
  script = core.realpath(arg and arg[0] or "") or "",
}

local found = {}
local seen = {}
local more = false

local function is_foreign(path)
  return path:find("^/usr/") or path:sub(1, #here) == here
end

-- Has this file watched.
function files.note(path)
  local absolute = type(path) == "string" and core.realpath(path)
  if absolute and not seen[absolute] and not is_foreign(absolute) then
    seen[absolute] = true
    found[#found + 1] = absolute
    more = true
  end
end

-- A path that the script has broken is reported by Lua's own searchers.
local function find(name, path)
  local well, file = pcall(searchpath, name, path)
  return well and file
end

-- For require: finds no module, but notes the file in which the searchers
-- behind this one will find it.
local function search(name)
  files.note(find(name, package.path) or find(name, package.cpath))
end

-- Has the files noted that require, dofile and loadfile load.
function files.watch()
  local dofile, loadfile = dofile, loadfile
  table.insert(package.searchers or package.loaders, 2, search)
  _G.dofile = function(path)
    files.note(path)
    return dofile(path)
  end
  _G.loadfile = function(path, ...)
    files.note(path)
    return loadfile(path, ...)
  end
end

-- Whether a file was noted since block() was called.
function files.more()
  return more
end

-- Returns all files as a block for the core, the script first.
function files.block()
  more = false
  local all = { files.script, os.getenv("PERSIST_ENV_FILE") }
  for _, path in ipairs(found) do
    all[#all + 1] = path
  end
  return table.concat(all, "\0") .. "\0"
end

return files
