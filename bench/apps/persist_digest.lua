-- SPDX-License-Identifier: Apache-2.0
-- The work of digest_app.lua for mod_persist.

local base64 = require("mime.core")
local digest = require("openssl.digest")

function handler()
  local sum = digest.new("md5"):final((base64.b64("hello")))
  return ("%02x"):rep(#sum):format(sum:byte(1, -1)) .. "\n"
end
