-- SPDX-License-Identifier: Apache-2.0
-- The deadline passes in a function of C that is called last, and lasts as many
-- seconds as the query says.
function handler(env)
  if env.PATH_INFO == "/tail" then
    return os.execute("sleep " .. env.QUERY_STRING)
  end
  count = (count or 0) + 1
  return tostring(count)
end
