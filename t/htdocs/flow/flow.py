#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bodies of every shape, both ways; PATH_INFO chooses."""

import os
import signal
import time
from urllib.parse import parse_qsl

import persist_worker

TEXT = {"Content-Type": "text/plain"}
PIECE = b"0123456789abcdef" * 4096


def echo(request, query):
    """Two bytes for each one, in pieces of the size asked for."""
    size = int(query["size"])
    request.start(200, TEXT)
    while data := request.body.read1(size):
        request.write(data * 2)


def count(request, query):
    """Read all in pieces, with a pause before each if one is asked for."""
    length = 0
    pause = float(query.get("pause", 0))
    while data := request.body.read(65536 if not pause else 1 << 20):
        length += len(data)
        time.sleep(pause)
    request.respond(200, TEXT, str(length).encode())


def counted(request, query):
    """What CONTENT_LENGTH says, and how much there is."""
    length = request.env.get("CONTENT_LENGTH", "unknown")
    size = 0
    while data := request.body.read(65536):
        size += len(data)
    request.respond(200, TEXT, f"{length} {size}".encode())


def killed_once(request, query):
    """The first worker is killed when it has read all; the next one says how
    much there is."""
    size = len(request.body.read())
    if not os.path.exists(query["file"]):
        with open(query["file"], "w"):
            os.kill(os.getpid(), signal.SIGKILL)
    request.respond(200, TEXT, str(size).encode())


def give(request, query):
    """So many bytes in a stream, announced or not."""
    left = int(query["length"])
    headers = dict(TEXT)
    if query.get("announced"):
        headers["Content-Length"] = str(left)
    request.start(200, headers)
    while left > 0:
        request.write(PIECE[:left])
        left -= len(PIECE)


def unread(request, query):
    request.respond(200, TEXT, b"not read\n")


def endless(request, query):
    """Stream until the client has gone, then leave a mark."""
    request.start(200, TEXT)
    try:
        while True:
            request.write(PIECE)
    finally:
        with open(f"{query['dir']}/{request.request_id}", "w"):
            pass


def look_on(request):
    while not request.cancelled:
        os.sched_yield()
    request.log("nobody waits for this")


def read_on(request):
    while request.body.read1(65536):
        pass


def write_on(request):
    while True:
        request.write(PIECE)


def flush_on(request):
    while True:
        request.flush()
        os.sched_yield()


WAYS = {"look": look_on, "read": read_on, "write": write_on, "flush": flush_on}


def left(request, query):
    """Go on in one way, until that says that the client has gone."""
    told = "no exception"
    request.start(200, TEXT)
    request.write(b"begun")
    request.flush()
    try:
        WAYS[query["way"]](request)
    except Exception as error:
        told = type(error).__name__
        raise
    finally:
        with open(query["file"] + ".tmp", "w") as file:
            file.write(told)
        os.rename(query["file"] + ".tmp", query["file"])


def pid(request, query):
    request.respond(200, TEXT, str(os.getpid()).encode())


def status(request, query):
    """A status with a body that may not be sent, and an ETag."""
    headers = {**TEXT, "ETag": '"v1"', "X-Kept": "yes"}
    if query.get("length"):
        headers["Content-Length"] = query["length"]
    if query.get("stream"):
        request.start(int(query["code"]), headers)
        request.write(b"hello")
    else:
        request.respond(int(query["code"]), headers, b"hello")


def hints(request, query):
    request.early_hints({"Link": "</a.css>; rel=preload"})
    request.respond(200, {**TEXT, "X-Last": "1"}, b"hello")


def large_header(request, query):
    size = int(query["size"])
    request.respond(200, {**TEXT, "X-Large": "x" * size}, b"hello")


PAGES = {
    "/count": count,
    "/counted": counted,
    "/echo": echo,
    "/endless": endless,
    "/give": give,
    "/hints": hints,
    "/killed-once": killed_once,
    "/large-header": large_header,
    "/left": left,
    "/pid": pid,
    "/status": status,
    "/unread": unread,
}


def answer(request):
    query = dict(parse_qsl(request.env.get("QUERY_STRING", "")))
    PAGES[request.env["PATH_INFO"]](request, query)


persist_worker.each_request(answer)
