#!/usr/bin/env lua5.4
-- SPDX-License-Identifier: Apache-2.0
-- What a program in Lua leaves to the end of its process. It knows nothing of
-- mod_persist.

local mark = os.getenv("MARK") .. "/" .. os.getenv("HTTP_X_WAY") .. "/log"
local ways = {}

local function begin()
    kept = io.open(mark, "a")
    kept:write("line\n")
end

function ways.nothing() end

ways.file = begin

function ways.told()
    kept = setmetatable({}, { __gc = function() print("an object ends") end })
end

function ways.exits()
    begin()
    os.exit(3)
end

function ways.raises()
    begin()
    error("raised here")
end

function ways.process()
    for line in io.lines("/proc/self/maps") do
        print(line:match("%S+"))
        break
    end
end

print("Content-Type: text/plain\n\nok")
ways[os.getenv("PATH_INFO"):sub(2)]()
