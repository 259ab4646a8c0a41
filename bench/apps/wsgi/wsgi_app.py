# SPDX-License-Identifier: Apache-2.0
"""The WSGI application of mod_wsgi, uWSGI, gunicorn, flup and mod_persist."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import work


def application(environ, start_response):
    path = environ.get("PATH_INFO", "")
    if path == work.FILE_PATH:
        return send_file(environ, start_response)
    body = work.answer(
        path,
        lambda: environ,
        lambda: environ.get("QUERY_STRING", ""),
        environ["wsgi.input"].read,
    )
    length = str(sum(map(len, body)))
    start_response(
        "200 OK", [("Content-Type", "text/plain"), ("Content-Length", length)]
    )
    return body


def send_file(environ, start_response):
    length = str(os.path.getsize(work.FILE))
    start_response(
        "200 OK", [("Content-Type", "text/plain"), ("Content-Length", length)]
    )
    return environ["wsgi.file_wrapper"](open(work.FILE, "rb"), work.PIECE)
