#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers as no SDK would; PATH_INFO chooses how."""

import os
from urllib.parse import parse_qs

from bare import INFO, frame, serve, variables

TEXT = [("Content-Type", "text/plain")]


def who(connection, query):
    connection.send(connection.response(200, TEXT, b"%d" % os.getpid()))


def informed(connection, query):
    """So many interim responses before the answer."""
    for number in range(int(query["count"])):
        link = [b"Link", b"</%d.css>; rel=preload" % number]
        connection.send(frame(INFO, connection.seq, 103, link))
    who(connection, query)


PAGES = {
    "/informed": informed,
    "/who": who,
}


def answer(connection, request):
    env = variables(request)
    found = parse_qs(env.get("QUERY_STRING", ""))
    query = {name: values[0] for name, values in found.items()}
    PAGES[env.get("PATH_INFO", "/who")](connection, query)


serve(answer)
