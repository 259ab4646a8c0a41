#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An ASGI application; the last part of the path chooses the page."""

import asyncio
import hashlib
import json
import os

import persist_worker

streams = set()  # events of the clients that read /stream
told = []  # what happened to requests


def memory():
    with open("/proc/self/status", encoding="ascii") as file:
        return int(file.read().partition("VmRSS:")[2].split()[0])


async def answer(send, value, status=200):
    body = json.dumps(value).encode()
    await start(send, status, (b"content-type", b"application/json"))
    await send({"type": "http.response.body", "body": body})


async def start(send, status, *headers):
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": headers,
        }
    )


async def event(send, text):
    data = f"data: {text}\n\n".encode()
    await send({"type": "http.response.body", "body": data, "more_body": True})


async def left(receive):
    """Return when the client has left."""
    while (await receive())["type"] == "http.request":
        pass


async def stream(scope, receive, send):
    """Send an event, and another one when /release comes, or the client leaves.

    Nobody gets that then: it raises an exception.
    """
    await start(send, 200, (b"content-type", b"text/event-stream"))
    await event(send, "begun")
    release = asyncio.Event()
    streams.add(release)
    leaving = asyncio.create_task(left(receive))
    leaving.add_done_callback(lambda _: release.set())
    await release.wait()
    streams.discard(release)
    leaving.cancel()
    await event(send, "released")
    await send({"type": "http.response.body"})


async def head(scope, receive, send):
    """Send an empty piece, which begins the response, and wait for a file."""
    await start(send, 200, (b"content-type", b"text/plain"))
    await send({"type": "http.response.body", "more_body": True})
    while not os.path.exists(scope["query_string"]):
        await asyncio.sleep(0.01)
    await send({"type": "http.response.body"})


async def release(scope, receive, send):
    count = len(streams)
    for one in list(streams):
        one.set()
    await answer(send, count)


async def status(scope, receive, send):
    await answer(
        send,
        {
            "pid": os.getpid(),
            "streams": len(streams),
            "memory": memory(),
            "told": told,
        },
    )


async def path(scope, receive, send):
    names = ("path", "root_path", "http_version", "scheme", "state")
    found = {name: scope[name] for name in names}
    found["raw_path"] = scope["raw_path"].decode()
    found["query_string"] = scope["query_string"].decode()
    await answer(send, found)


async def upload(scope, receive, send):
    digest, more = hashlib.sha256(), True
    while more:
        message = await receive()
        digest.update(message["body"])
        more = message["more_body"]
    await answer(send, digest.hexdigest())


async def waiting(scope, receive, send):
    """Wait until the client leaves, work on, and then behind the response."""
    await start(send, 200)
    await event(send, "begun")
    await left(receive)
    told.append("http.disconnect")
    await asyncio.sleep(0.2)  # longer than httpd waits for the end
    await send({"type": "http.response.body"})
    told.append("behind it")


async def slow(scope, receive, send):
    await asyncio.Event().wait()


async def failing(scope, receive, send):
    raise LookupError("failed on purpose")


async def nothing(scope, receive, send):
    await start(send, 204)
    await send({"type": "http.response.body"})


async def file(scope, receive, send):
    await start(send, 200)
    await send({"type": "http.response.pathsend", "path": __file__})


async def trailed(scope, receive, send):
    """Send a trailer; only over HTTP/2 is there the extension."""
    if "http.response.trailers" not in scope["extensions"]:
        raise LookupError("no trailers")
    message = {"type": "http.response.start", "status": 200, "trailers": True}
    await send(message)
    await send({"type": "http.response.body", "body": b"body"})
    fields = [(b"x-sum", b"1")]
    await send({"type": "http.response.trailers", "headers": fields})


async def large(scope, receive, send):
    await start(send, 200)
    body = b"x" * 30_000_000
    await send({"type": "http.response.body", "body": body})
    told.append("sent")


async def lifespan(scope, receive, send):
    await receive()
    if os.path.exists(os.environ["PERSIST_T_ROOT"] + "/no-database"):
        message = {"type": "lifespan.startup.failed", "message": "no database"}
        await send(message)
        return
    scope["state"]["started"] = True
    await send({"type": "lifespan.startup.complete"})
    await receive()
    with open(os.environ["PERSIST_T_ROOT"] + "/ended", "w", encoding="ascii"):
        pass
    await send({"type": "lifespan.shutdown.complete"})


async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        await lifespan(scope, receive, send)
    else:
        page = scope["path"].rpartition("/")[2]
        await globals()[page](scope, receive, send)


persist_worker.serve_asgi(application)
