#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fail in a request, after some words."""

import os
from urllib.parse import parse_qs

import persist_worker


def handler(request):
    request.log("looked at <it>")
    print("printed", "<this>", query(request))
    request.log("and again")
    if request.path == "/exit":
        os._exit(7)
    # the line before
    raise LookupError("no such thing: " + about(request))


def about(request):
    return f"{query(request)} of {request.path}"


def query(request):
    values = parse_qs(request.env.get("QUERY_STRING", ""))
    return values.get("mark", [""])[0]


persist_worker.each_request(handler)
