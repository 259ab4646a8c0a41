#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Print PATH_INFO and what httpd makes of it."""

import os

import persist_worker


def where():
    print("Content-Type: text/plain\n")
    for name in ("PATH_INFO", "PATH_TRANSLATED"):
        print(name, os.environ.get(name))


persist_worker.each_cgi(where)
