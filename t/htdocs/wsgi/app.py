#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A WSGI application under wsgiref.validate; PATH_INFO chooses the page."""

import hashlib
import os
from wsgiref.validate import validator

import persist_worker

PLAIN = ("Content-Type", "text/plain")


def token(environ, start_response):
    """Echo the token of the query and of the body, and say who did it."""
    text = environ["QUERY_STRING"].encode()
    if environ["REQUEST_METHOD"] == "POST":
        text += b" " + environ["wsgi.input"].read(
            int(environ["CONTENT_LENGTH"])
        )
    text += b" %d\n" % os.getpid()
    start_response("200 OK", [PLAIN, ("Content-Length", str(len(text)))])
    return [text]


def body(environ, start_response):
    """Read all, without knowing how much it is."""
    data = b"".join(iter(lambda: environ["wsgi.input"].read(1000), b""))
    start_response("200 OK", [PLAIN])
    return [hashlib.sha256(data).hexdigest().encode()]


def pieces(environ, start_response):
    """Send pieces by write(), then by a generator."""
    write = start_response("200 OK", [PLAIN])
    write(b"one ")
    return (piece for piece in (b"two ", b"", b"three"))


def file(environ, start_response):
    """Let httpd send this file from its third byte on.

    Without the validator, which wraps what an application returns.
    """
    opened = open(__file__, "rb")  # noqa: SIM115 (the server closes it)
    opened.seek(2)
    start_response("200 OK", [PLAIN])
    return environ["wsgi.file_wrapper"](opened)


def length(environ, start_response):
    """Give a length, also to HEAD."""
    start_response("200 OK", [PLAIN, ("Content-Length", "6")])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [b"length"]


def phrase(environ, start_response):
    start_response("404 No Such User", [PLAIN])
    return [b"phrase"]


def unchanged(environ, start_response):
    start_response("304 Not Modified", [("ETag", '"1"')])
    return []


def broken(environ, start_response):
    start_response("200 OK", [PLAIN])
    yield b"half of it"
    raise LookupError("behind the head")


def endless(environ, start_response):
    start_response("200 OK", [PLAIN])
    try:
        while True:
            yield b"piece"
    finally:
        environ["wsgi.errors"].write("the generator is closed\n")


def scheme(environ, start_response):
    start_response("200 OK", [PLAIN])
    names = ("wsgi.url_scheme", "SCRIPT_NAME", "PATH_INFO")
    return [" ".join(environ[name] for name in names).encode()]


def errors(environ, start_response):
    environ["wsgi.errors"].write("written to wsgi.errors\n")
    start_response("200 OK", [PLAIN])
    return [environ["persist_worker.request"].request_id.encode()]


def page(environ, start_response):
    name = environ["PATH_INFO"][1:].partition("/")[0]
    return globals()[name](environ, start_response)


validated = validator(page)


def application(environ, start_response):
    call = file if environ["PATH_INFO"] == "/file" else validated
    return call(environ, start_response)


persist_worker.serve_wsgi(application, threads=2)
