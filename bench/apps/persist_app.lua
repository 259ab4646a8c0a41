-- SPDX-License-Identifier: Apache-2.0
-- The work of app.lua and digest_app.lua for mod_persist.

local digest = require("openssl.digest")

local function md5(text)
  return (digest.new("md5"):final(text):gsub(".", function(c)
    return string.format("%02x", c:byte())
  end))
end

function handler(env, con)
  con:header("Content-Type", "text/plain")
  if env.PATH_INFO == "/digest" then
    return md5("hello") .. "\n"
  end
  return "hello\n"
end
