#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Send the headers that the query asks for, and say what there was to read."""

import os
import sys
from urllib.parse import parse_qsl

import persist_worker


def answer():
    for name, value in parse_qsl(os.environ.get("QUERY_STRING", "")):
        print(f"{name}: {value}")
    print("X-Length:", os.environ.get("CONTENT_LENGTH", "none"))
    print("X-Read:", len(sys.stdin.read()))
    print()
    print("the script's own")


persist_worker.each_cgi(answer)
