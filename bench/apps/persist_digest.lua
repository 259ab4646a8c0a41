-- SPDX-License-Identifier: Apache-2.0
-- The work of digest_app.lua for mod_persist.

local digest = require("openssl.digest")

function handler()
  local sum = digest.new("md5"):final("hello")
  return ("%02x"):rep(#sum):format(sum:byte(1, -1)) .. "\n"
end
