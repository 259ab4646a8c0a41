#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The script under test of persist-conform, for the Python SDK."""

import os
import sys
import time

import persist_worker
from persist_worker import Request

PLAIN = {"Content-Type": "text/plain"}


def respond(request: Request, text: bytes, status: int = 200) -> None:
    request.respond(status, PLAIN, text)


def hello(request: Request) -> None:
    respond(request, b"hello")


def env(request: Request) -> None:
    lines = [f"{name}={value}\n" for name, value in request.env.items()]
    respond(request, "".join(lines).encode("latin-1"))


def echo(request: Request) -> None:
    respond(request, request.body.read())


def sleep(request: Request) -> None:
    # in steps: only the main thread's sleep is interrupted by the deadline
    end = time.monotonic() + int(request.query) / 1000
    while time.monotonic() < end:
        time.sleep(0.01)
    respond(request, b"slept")


def error(request: Request) -> None:
    raise ValueError("as ordered")


def fork(request: Request) -> None:
    pid = os.fork()
    if pid == 0:
        time.sleep(30)
        os._exit(0)
    respond(request, b"%d" % pid)


def execute(request: Request) -> None:
    pid = os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "30")
    respond(request, b"%d" % pid)


def leave(request: Request) -> None:
    respond(request, b"bye")
    sys.exit(0)


def stream(request: Request) -> None:
    request.start(200, PLAIN)
    while piece := request.body.read1():
        request.write(piece)
        request.flush()


def slow(request: Request) -> None:
    request.start(200, PLAIN)
    for _ in range(3000):
        request.write(b"x")
        request.flush()
        time.sleep(0.01)


def abort(request: Request) -> None:
    request.start(200, PLAIN)
    request.write(b"x")
    request.flush()
    raise ValueError("as ordered")


def hints(request: Request) -> None:
    for _ in range(int(request.query)):
        request.early_hints({"Link": "</x.css>; rel=preload"})
    respond(request, b"hinted")


def after(request: Request) -> None:
    request.after_response(lambda: time.sleep(0.3))
    respond(request, b"soon")


def file(request: Request) -> None:
    request.start(200, PLAIN)
    with open(request.query, "rb") as opened:
        request.send_file(opened)


PAGES = {
    "/hello": hello,
    "/env": env,
    "/echo": echo,
    "/sleep": sleep,
    "/error": error,
    "/fork": fork,
    "/exec": execute,
    "/exit": leave,
    "/stream": stream,
    "/slow": slow,
    "/abort": abort,
    "/hints": hints,
    "/after": after,
    "/file": file,
}


def handle(request: Request) -> None:
    page = PAGES.get(request.path)
    if page:
        page(request)
    else:
        respond(request, b"there is no such page\n", 404)


threads = int(os.environ.get("CONFORM_THREADS", "1"))
persist_worker.each_request(handle, threads=threads, clones=threads == 1)
