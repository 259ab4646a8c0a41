# SPDX-License-Identifier: Apache-2.0
"""alone.py FRAMEWORK SECONDS: calls an application without any server.

Prints a line as wrk.lua does, in which all times are of the processor. No
server can go below them.
"""

import asyncio
import importlib
import io
import json
import os
import sys
import time

name, seconds = sys.argv[1], float(sys.argv[2])
folder = os.path.join(os.path.dirname(__file__), f"{name}_app")
sys.path.insert(0, folder)
is_asgi = os.path.exists(os.path.join(folder, "asgi.py"))
module = importlib.import_module("asgi" if is_asgi else "wsgi")
application = module.application

SCOPE = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "path": f"/{name}",
    "raw_path": f"/{name}".encode(),
    "query_string": b"",
    "root_path": "",
    "headers": [(b"host", b"127.0.0.1")],
    "client": ("127.0.0.1", 1),
    "server": ("127.0.0.1", 80),
}


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


async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}


async def send(message):
    if message.get("status", 200) != 200:
        sys.exit(f"alone: {message['status']}")


async def call():
    if is_asgi:
        await application(SCOPE.copy(), receive, send)
        return
    body = application(environ(), start_response)
    b"".join(body)
    body.close()


async def times_of(enough):
    """Return the CPU time of each call, for `enough` seconds of it."""
    times = []
    end = time.thread_time() + enough
    while (begin := time.thread_time()) < end:
        await call()
        times.append(time.thread_time() - begin)
    return sorted(times)


def run(coroutine):
    """Return its result. Django refuses to be called inside an event loop."""
    if is_asgi:
        return asyncio.run(coroutine)
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value


run(times_of(seconds / 4))
times = run(times_of(seconds))
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
