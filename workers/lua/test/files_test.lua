-- SPDX-License-Identifier: Apache-2.0
-- To watch what the script loads changes nothing in how it is loaded.

local files = require("persist_worker.files")

files.watch()
local searchers = package.searchers or package.loaders
table.insert(searchers, 3, function(name)
  return name == "made" and function()
    return "here"
  end or nil
end)

-- The searcher of the script comes before those that need the paths.
package.path, package.cpath = nil, nil
local well, found = pcall(require, "made")
assert(well and found == "here", found)

local _, problem = pcall(dofile, {})
assert(not problem:find("realpath"), problem)
