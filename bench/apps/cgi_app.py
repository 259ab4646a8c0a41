#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The plain CGI script, for mod_cgid."""

import os
import sys

import work

body = work.answer(
    os.environ.get("PATH_INFO", ""),
    lambda: os.environ,
    lambda: os.environ.get("QUERY_STRING", ""),
    sys.stdin.buffer.read,
)
length = sum(map(len, body))
out = sys.stdout.buffer
out.write(b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % length)
for piece in body:
    out.write(piece)
