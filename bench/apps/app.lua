-- SPDX-License-Identifier: Apache-2.0
-- What work.py does without a database, in Lua, for mod_lua.

local block = string.rep("x", 1024 * 1024)

local function environment(r)
    local lines = {}
    for name, value in pairs(r.subprocess_env) do
        lines[#lines + 1] = name .. "=" .. value .. "\n"
    end
    return table.concat(lines)
end

function handle(r)
    local kind, rest = r.path_info:match("^/(%a+)/?(%d*)")
    r.content_type = "text/plain"
    if kind == "hello" then
        r:write("hello\n")
    elseif kind == "environment" then
        r:add_cgi_vars()
        r:write(environment(r))
    elseif kind == "bytes" then
        local n = tonumber(rest)
        r.headers_out["Content-Length"] = rest
        while n > 0 do
            r:write(n < #block and block:sub(1, n) or block)
            n = n - #block
        end
    end
    return apache2.OK
end
