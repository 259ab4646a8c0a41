#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends a line each half second. Close the page, and it stops at once."""

import time
from urllib.parse import parse_qs

import persist_worker

MOST = 1000


def lines_wanted(request):
    query = parse_qs(request.query)
    try:
        return min(int(query["lines"][0]), MOST)
    except (KeyError, ValueError):
        return 20


def stream(request):
    # The browser shows what arrives instead of collecting it first.
    headers = {
        "Content-Type": "text/plain; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
    }
    request.start(200, headers)
    for number in range(lines_wanted(request)):
        if number:
            time.sleep(0.5)
        request.write(f"{time.strftime('%H:%M:%S')} line {number}\n".encode())
        request.flush()


persist_worker.each_request(stream)
