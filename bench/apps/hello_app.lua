-- SPDX-License-Identifier: Apache-2.0
-- The least script of mod_lua.

function handle(r)
  r.content_type = "text/html"
  r:write("hello\n")
  return apache2.OK
end
