#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints as many lines as asked for, in pieces that end in their middle."""

import os
from urllib.parse import parse_qsl

import persist_worker


def answer(request):
    query = dict(parse_qsl(request.env.get("QUERY_STRING", "")))
    first, count = int(query.get("first", 0)), int(query["count"])
    text = "".join(
        f"line {number:06d} {'.' * 60} end\n"
        for number in range(first, first + count)
    ).encode()
    while text:
        text = text[os.write(2, text[:1000]) :]
    request.respond(200, {"Content-Type": "text/plain"}, b"printed")


persist_worker.each_request(answer)
