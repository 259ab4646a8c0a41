#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A CGI script that shows its environment: resident behind persist-cgi, and
plain under mod_cgid.
"""

import os

import persist_worker

for _request in persist_worker.each_cgi():
    print("Content-Type: text/plain\n")
    for name, value in sorted(os.environ.items()):
        print(f"{name}={value}")
