-- SPDX-License-Identifier: Apache-2.0
-- For luacheck. Both kinds of Lua.
std = "lua54+luajit"
max_line_length = 80
-- files.lua replaces the functions that load code.
globals = { "_G" }
-- A handler may leave out what it does not need.
unused_args = false
