-- SPDX-License-Identifier: Apache-2.0
-- The handler may be what the file returns.
return function(env, con)
  con.request:log("through con.request", "notice")
  return "returned"
end
