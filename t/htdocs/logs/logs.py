#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Logs so many numbered lines, under the request's id and by stderr."""

import os
import sys
from urllib.parse import parse_qs

import persist_worker


def answer(request):
    query = parse_qs(request.env["QUERY_STRING"])
    for number in range(int(query["count"][0])):
        line = f"line {number} of {query['mark'][0]} " + "x" * 200
        request.log(line + " end")
        if "stderr" in query:
            sys.stderr.write(f"{line} printed\n")
    text = f"{os.getpid()} {request.request_id}"
    request.respond(200, {"Content-Type": "text/plain"}, text.encode())


persist_worker.each_request(answer)
