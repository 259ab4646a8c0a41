#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers as the query says, with the flag cgi or without it."""

import time
from urllib.parse import parse_qsl

from bare import BODY, CGI, COMPLETE, END, LAST, MORE, frame, serve, variables


def answer(connection, request):
    env = variables(request)
    fields = parse_qsl(env.get("QUERY_STRING", ""), keep_blank_values=True)
    status = int(dict(fields).get("status", "200"))
    flags = CGI if env["PATH_INFO"] == "/cgi" else 0
    headers = [(name, value) for name, value in fields if name[0].isupper()]
    body = b"the script's own: %s %s\n" % (
        env["REQUEST_METHOD"].encode(),
        env.get("REDIRECT_URL", "").encode(),
    )
    if dict(fields).get("stream"):
        connection.send(
            connection.response(status, headers, body, flags),
            frame(BODY, body * 1000, MORE),
            frame(BODY, b"", LAST),
        )
    elif dict(fields).get("pause"):
        connection.send(connection.response(status, headers, body, flags))
        time.sleep(0.1)
        connection.send(frame(BODY, b"", LAST))
    elif dict(fields).get("fail"):
        connection.send(
            connection.response(status, headers, body, flags),
            frame(END, 0, 0, []),
        )
    else:
        connection.send(
            connection.response(status, headers, body, flags | COMPLETE)
        )


serve(answer)
