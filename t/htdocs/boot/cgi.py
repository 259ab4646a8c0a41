#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A CGI script that does not know of each_cgi."""

print("Content-Type: text/plain\n\nhello from cgi")
