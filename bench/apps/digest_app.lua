-- SPDX-License-Identifier: Apache-2.0
-- For mod_lua: a script that loads a library each time that it is loaded.

local digest = require("openssl.digest")

function handle(r)
  local sum = digest.new("md5"):final("hello")
  r.content_type = "text/plain"
  r:write((sum:gsub(".", function(c)
    return string.format("%02x", c:byte())
  end)) .. "\n")
  return apache2.OK
end
