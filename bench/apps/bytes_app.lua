-- SPDX-License-Identifier: Apache-2.0
-- The work of work.py in Lua, for mod_lua, which has no list of the CGI variables
-- and no database.

local block

function handle(r)
    local kind, rest = r.path_info:match("^/(%a+)/?(%d*)")
    r.content_type = "text/plain"
    if not kind or kind == "hello" then
        r:write("hello\n")
    elseif kind == "bytes" then
        -- not above: hello by LuaScope once would pay for it
        block = block or string.rep("x", 1024 * 1024)
        local n = tonumber(rest)
        r.headers_out["Content-Length"] = rest
        while n > 0 do
            r:write(n < #block and block:sub(1, n) or block)
            n = n - #block
        end
    end
    return apache2.OK
end
