#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes too long, in one way or another; PATH_INFO chooses. late.rb does the
same."""

import os
import time

import persist_worker


def deep(request):
    while True:
        pass


def spin(request):
    request.log(f"id={request.request_id} spins")
    deep(request)


def sleep(request):
    time.sleep(60)


def catch(request):
    try:
        deep(request)
    except persist_worker.DeadlineExceeded:
        left = request.time_left
        request.respond(200, body=f"caught at {left}".encode())


def stream(request):
    request.start(200)
    request.write(b"half")
    request.flush()
    deep(request)


def flood(request):
    """More than any client takes."""
    request.start(200)
    while True:
        request.write(b"x" * 65536)


def hold(request):
    """Tell the test that we are here, by a file, and wait for its other one."""
    path = request.env["QUERY_STRING"]
    with open(f"{path}.in", "w"):
        pass
    while not os.path.exists(f"{path}.go") and not request.cancelled:
        time.sleep(0.005)
    with open(f"{path}.out", "w") as file:
        file.write("cancelled" if request.cancelled else "released")
    who(request)


def who(request):
    request.respond(200, body=b"%d" % os.getpid())


PAGES = {
    "/catch": catch,
    "/flood": flood,
    "/hold": hold,
    "/sleep": sleep,
    "/spin": spin,
    "/stream": stream,
    "/who": who,
}


def late(request):
    PAGES[request.path](request)


threads = int(os.environ.get("THREADS", "1"))
persist_worker.each_request(late, threads=threads)
