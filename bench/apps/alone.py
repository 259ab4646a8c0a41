# SPDX-License-Identifier: Apache-2.0
"""alone.py FRAMEWORK SECONDS: calls a WSGI application without any server.

Prints a line as wrk.lua does, in which all times are of the processor. No
server can go below them.
"""

import importlib
import io
import json
import os
import sys
import time

name, seconds = sys.argv[1], float(sys.argv[2])
sys.path.insert(0, os.path.join(os.path.dirname(__file__), f"{name}_app"))
application = importlib.import_module("wsgi").application


def environ():
    return {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/{name}",
        "QUERY_STRING": "team=7",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def start_response(status, _headers, _exc_info=None):
    if status != "200 OK":
        sys.exit(f"alone: {status}")


def call():
    body = application(environ(), start_response)
    b"".join(body)
    body.close()


def times_of(enough):
    """Return the CPU time of each call, for `enough` seconds of it."""
    times = []
    end = time.thread_time() + enough
    while (begin := time.thread_time()) < end:
        call()
        times.append(time.thread_time() - begin)
    return sorted(times)


times_of(seconds / 4)
times = times_of(seconds)
print(
    json.dumps(
        {
            "requests": len(times),
            "us": sum(times) * 1e6,
            "p50": times[len(times) // 2] * 1e6,
            "p99": times[len(times) * 99 // 100] * 1e6,
            "failures": {},
        }
    )
)
