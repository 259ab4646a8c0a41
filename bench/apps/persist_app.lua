-- SPDX-License-Identifier: Apache-2.0
-- The least script of mod_persist: luafcgid measured hello with such a handler.

function handler()
  return "hello\n"
end
