-- SPDX-License-Identifier: Apache-2.0
-- The bytes of work.py in Lua, for mod_lua. PATH_INFO is their number.

local block = string.rep("x", 1024 * 1024)

function handle(r)
  local number = r.path_info:match("^/(%d+)$")
  local n = tonumber(number)
  r.content_type = "text/plain"
  r.headers_out["Content-Length"] = number
  while n > 0 do
    r:write(n < #block and block:sub(1, n) or block)
    n = n - #block
  end
  return apache2.OK
end
