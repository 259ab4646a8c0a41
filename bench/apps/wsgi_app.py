# SPDX-License-Identifier: Apache-2.0
"""The WSGI application of mod_wsgi, uWSGI, gunicorn and flup."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import work


def application(environ, start_response):
    body = work.answer(
        environ.get("PATH_INFO", ""),
        lambda: environ,
        lambda: environ.get("QUERY_STRING", ""),
        environ["wsgi.input"].read,
    )
    length = str(sum(map(len, body)))
    start_response(
        "200 OK", [("Content-Type", "text/plain"), ("Content-Length", length)]
    )
    return body
