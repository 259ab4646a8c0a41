-- SPDX-License-Identifier: Apache-2.0
-- The deadline passes in a function of C that is called last.
function handler(env)
  if env.PATH_INFO == "/tail" then
    return os.execute("sleep 0.3")
  end
  count = (count or 0) + 1
  return tostring(count)
end
