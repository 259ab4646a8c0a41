-- SPDX-License-Identifier: Apache-2.0
-- For mod_lua: a script that loads two libraries each time that it is loaded.

local base64 = require("mime.core")
local digest = require("openssl.digest")

function handle(r)
  r.content_type = "text/html"
  local sum = digest.new("md5"):final((base64.b64("hello")))
  r:write(("%02x"):rep(#sum):format(sum:byte(1, -1)) .. "\n")
  return apache2.OK
end
