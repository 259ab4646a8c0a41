#!/usr/bin/lua5.4
-- SPDX-License-Identifier: Apache-2.0
io.write("Content-Type: text/plain\n\nhello\n")
