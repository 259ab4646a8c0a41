-- SPDX-License-Identifier: Apache-2.0
local nothing = require("not_there")

function handler()
  return nothing
end
