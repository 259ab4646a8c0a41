#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One page for each kind of response; PATH_INFO chooses."""

import os
import time

import persist_worker

TEXT = {"Content-Type": "text/plain"}
NAMES = (
    "GATEWAY_INTERFACE",
    "REQUEST_METHOD",
    "PATH_INFO",
    "QUERY_STRING",
    "CONTENT_TYPE",
    "HTTP_X_MINE",
)


def facts(request):
    lines = [f"{name}={request.env.get(name)}" for name in NAMES]
    lines += [request.method, request.path, request.query]
    lines.append(os.path.basename(os.getcwd()))
    lines.append(os.path.basename(request.env["SCRIPT_NAME"]))
    request.respond(200, TEXT, "\n".join(lines).encode())


def echo(request):
    data = request.body.read()
    request.respond(200, {"Content-Type": "application/octet-stream"}, data)


def stream(request):
    request.start(200, TEXT)
    for number in range(3):
        request.write(b"line %d\n" % number)
        request.flush()


def head(request):
    request.start(200, TEXT)
    request.flush()
    while not os.path.exists(request.query):
        time.sleep(0.01)


def cookies(request):
    fields = [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), *TEXT.items()]
    request.respond(418, fields, b"twice")


def away(request):
    request.respond(302, {"Location": "/elsewhere", **TEXT}, b"there")


def nothing(request):
    request.respond(204)


def large(request):
    request.respond(200, TEXT, b"0123456789" * 100000)


def printed(request):
    print("for the error log")
    os.system("echo and this")
    request.respond(200, TEXT, b"clean")


def file(request):
    with open(__file__, "rb") as opened:
        request.start(200, TEXT)
        request.send_file(opened, 10, 100)


def reset(request):
    request.respond(205, TEXT, b"never sent")


def refused(request):
    names = []

    def attempt(name, call, *arguments):
        try:
            call(*arguments)
        except (RuntimeError, TypeError, ValueError):
            names.append(name)

    attempt("level", request.log, "x", 8)
    attempt("fraction", request.start, 200.5, TEXT)
    for _ in range(17):
        attempt("hint", request.early_hints, TEXT)
    request.start(200, TEXT)
    attempt("late", request.early_hints, TEXT)
    request.write(" ".join(names).encode())


def silent(request):
    pass


def raised(request):
    raise LookupError("what a pity")


def app(request):
    globals()[request.path[1:]](request)


persist_worker.each_request(app)
