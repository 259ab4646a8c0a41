# SPDX-License-Identifier: Apache-2.0
"""A WSGI application whose pages do what a test asks for, right or wrong."""

from __future__ import annotations

import gzip
import io
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

import persist_worker

Environ = dict[str, Any]
Start = Callable[..., Callable[[bytes], None]]
PAGES: dict[str, Callable[[Environ, Start], Any]] = {}
PLAIN = [("Content-Type", "text/plain")]


def page(
    function: Callable[[Environ, Start], Any],
) -> Callable[[Environ, Start], Any]:
    PAGES["/" + function.__name__] = function
    return function


class Body:
    """An iterable without a length that tells when it is closed."""

    def __init__(self, *pieces: object) -> None:
        self.pieces = iter(pieces)

    def __iter__(self) -> Body:
        return self

    def __next__(self) -> object:
        piece = next(self.pieces)
        return piece() if callable(piece) else piece

    def close(self) -> None:
        print("closed")


class Unready:
    """An iterable whose iteration fails."""

    def __iter__(self) -> Any:
        raise TypeError("not ready")


def fail() -> None:
    raise ValueError("on purpose")


# ---- bodies


@page
def a_list(_: Environ, start: Start) -> list[bytes]:
    start("404 Not Found", [("X-A", "b"), ("X-A", "c")])
    return [b"one", b"", b"two"]


@page
def a_tuple(_: Environ, start: Start) -> tuple[bytes, ...]:
    start("200 OK", [])
    return (b"one", b"two")


@page
def a_list_iterator(_: Environ, start: Start) -> Any:
    start("200", PLAIN)
    return iter([b"one", b"two"])


@page
def long_list(_: Environ, start: Start) -> list[bytes]:
    start("200 OK", PLAIN)
    return [b"a" * 200000, b"b" * 200000]


@page
def known_length(_: Environ, start: Start) -> Body:
    start("200 OK", [("content-length", "3")])
    return Body(b"", b"one", b"")


@page
def too_long(_: Environ, start: Start) -> Body:
    start("200 OK", [("Content-Length", "3")])
    return Body(b"one", b"two")


@page
def nothing(_: Environ, start: Start) -> Body:
    start("200 OK", PLAIN)
    return Body()


@page
def no_content(_: Environ, start: Start) -> list[bytes]:
    start("204 No Content", [])
    return []


@page
def late_start(_: Environ, start: Start) -> Any:
    yield b""
    start("201 Created", PLAIN)
    yield b"late"


@page
def stream(environ: Environ, start: Start) -> Any:
    start("200 OK", PLAIN)
    yield b"one"
    while not Path(environ["QUERY_STRING"]).exists():
        time.sleep(0.01)
    yield b"two"


@page
def written(_: Environ, start: Start) -> list[bytes]:
    write = start("200 OK", PLAIN)
    write(b"")
    write(b"one ")
    write(b"two ")
    return [b"th", b"ree"]


# ---- failures


@page
def twice(_: Environ, start: Start) -> list[bytes]:
    start("200 OK", PLAIN)
    start("200 OK", PLAIN)
    return []


@page
def replaced(_: Environ, start: Start) -> list[bytes]:
    start("200 OK", [("X-A", "b")])
    try:
        fail()
    except ValueError:
        start("503 Service Unavailable", [("X-C", "d")], sys.exc_info())
    return [b"sorry"]


@page
def refused(environ: Environ, start: Start) -> list[bytes]:
    """Answer with what start_response() says about the header."""
    name, _, value = environ["QUERY_STRING"].partition("=")
    try:
        start("200 OK", [(name, value)])
    except ValueError as error:
        start("200 OK", PLAIN)
        return [str(error).encode()]
    return []


@page
def too_late(_: Environ, start: Start) -> list[bytes]:
    start("200 OK", PLAIN)(b"half")
    try:
        fail()
    except ValueError:
        start("503 Service Unavailable", PLAIN, sys.exc_info())
    return [b"never"]


@page
def fails_after_a_piece(_: Environ, start: Start) -> Body:
    start("200 OK", PLAIN)
    return Body(b"half", fail)


@page
def fails_before(_: Environ, start: Start) -> Body:
    start("200 OK", PLAIN)
    return Body(b"", fail)


@page
def fails_at_once(_: Environ, __: Start) -> None:
    fail()


@page
def fails_in_close(_: Environ, start: Start) -> Body:
    start("200 OK", PLAIN)
    body = Body(b"all")
    body.close = fail  # type: ignore[method-assign]
    return body


@page
def slow_close(_: Environ, start: Start) -> Body:
    start("200 OK", PLAIN)
    body = Body(b"all")
    body.close = lambda: time.sleep(0.02)  # type: ignore[method-assign]
    return body


@page
def endless(_: Environ, start: Start) -> Any:
    start("200 OK", PLAIN)
    try:
        while True:
            yield b"more " * 10000
    finally:
        print("closed")


@page
def polling(environ: Environ, start: Start) -> Any:
    """Wait for something that does not come."""
    write = start("200 OK", PLAIN)
    print("polling")
    try:
        while True:
            time.sleep(0.01)
            if environ["QUERY_STRING"]:
                write(b"")
            yield b""
    finally:
        print("closed")


@page
def no_start(_: Environ, __: Start) -> list[bytes]:
    return [b"x"]


@page
def no_start_stream(_: Environ, __: Start) -> Body:
    return Body(b"x")


WRONG: dict[str, Callable[[Start], Any]] = {
    "status_text": lambda start: start("OK", PLAIN),
    "status_list": lambda start: start(["200 OK"], PLAIN),
    "bytearray": lambda start: start("200 OK", PLAIN) and [bytearray(b"a")],
    "status_number": lambda start: start(200, PLAIN),
    "status_100": lambda start: start("100 Continue", PLAIN),
    "headers_tuple": lambda start: start("200 OK", tuple(PLAIN)),
    "header_number": lambda start: start("200 OK", [("X-A", 1)]),
    "header_line": lambda start: start("200 OK", [("X-A", "1\n2")]) and [],
    "header_name": lambda start: start("200 OK", [("X-\u20ac", "1")]),
    "header_value": lambda start: start(
        "200 OK", [("X-A", "1"), ("X-B", "25 \u20ac")]
    ),
    "returns_none": lambda start: start("200 OK", PLAIN) and None,
    "returns_str": lambda start: start("200 OK", PLAIN) and "text",
    "returns_bytes": lambda start: start("200 OK", PLAIN) and b"text",
    "returns_number": lambda start: start("200 OK", PLAIN) and 5,
    "iter_fails": lambda start: start("200 OK", PLAIN) and Unready(),
    "str_in_list": lambda start: start("200 OK", PLAIN) and [b"a", "b"],
    "number_in_list": lambda start: start("200 OK", PLAIN) and [5],
    "str_in_body": lambda start: start("200 OK", PLAIN) and Body("b"),
    "str_written": lambda start: start("200 OK", PLAIN)("b"),  # type: ignore[arg-type]
}


@page
def wrong(environ: Environ, start: Start) -> Any:
    return WRONG[environ["QUERY_STRING"]](start)


# ---- the environ


@page
def environ(environ: Environ, start: Start) -> list[bytes]:
    start("200 OK", PLAIN)
    kinds = (str, bool, tuple)
    shown = {k: v for k, v in environ.items() if isinstance(v, kinds)}
    shown["name of the wrapper"] = environ["wsgi.file_wrapper"].__name__
    shown["path"] = environ["persist_worker.request"].path
    return [json.dumps(shown).encode()]


@page
def read(environ: Environ, start: Start) -> list[bytes]:
    start("200 OK", PLAIN)
    body = environ["wsgi.input"]
    found = [body.read(2), body.readline(), body.readlines(3), next(iter(body))]
    return [repr([*found, body.read(), body.read(1)]).encode()]


@page
def asks_for_methods(environ: Environ, start: Start) -> list[bytes]:
    """As Django does in each request."""
    start("200 OK", PLAIN)
    body = environ["wsgi.input"]
    _ = body.read, body.readline, body.readlines
    request = environ["persist_worker.request"]
    opened = request._body is not None  # noqa: SLF001 (what it looks at)
    return [b"opened" if opened else b"not opened"]


@page
def errors(environ: Environ, start: Start) -> list[bytes]:
    stream = environ["wsgi.errors"]
    stream.write("one\n")
    stream.writelines(["two\n", "three"])
    stream.flush()
    stream.write("\n")
    start("200 OK", PLAIN)
    return []


# ---- files


def _file(make: Callable[[], Any] = tempfile.TemporaryFile) -> Any:
    file = make()
    file.write(b"0123456789")
    file.seek(2)
    return file


class Outer:
    """As Django wraps files."""

    def __init__(self, file: Any) -> None:
        self.file = file

    read = property(lambda self: self.file.read)


class Upper:
    """A file with a read() of its own, which fileno() knows nothing of."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.fileno = file.fileno

    def read(self, size: int) -> Any:
        return self.file.read(size).replace(b"9", b"IX")


class UpperReader(io.BufferedReader):
    """The same, derived from a file."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(size).replace(b"9", b"IX")


def _gzip() -> Any:
    packed = tempfile.TemporaryFile()
    packed.write(gzip.compress(b"unpacked"))
    packed.seek(0)
    return gzip.GzipFile(fileobj=packed)


FILES: dict[str, Callable[[], Any]] = {
    "real": _file,
    "outer": lambda: Outer(_file()),
    "upper": lambda: Upper(_file()),
    "upper_reader": lambda: UpperReader(_file().detach()),
    "text": lambda: Path(__file__).open(encoding="utf-8"),
    "no_file": lambda: 5,
    "named": lambda: _file(tempfile.NamedTemporaryFile),
    "memory": lambda: io.BytesIO(b"memory"),
    "gzip": _gzip,
    "proc": lambda: Path("/proc/self/cmdline").open("rb"),
    "device": lambda: Outer(Path("/dev/null").open("rb")),
}


@page
def file(environ: Environ, start: Start) -> Any:
    name, _, length = environ["QUERY_STRING"].partition(",")
    start("200 OK", [("Content-Length", length)] if length else PLAIN)
    return environ["wsgi.file_wrapper"](FILES[name](), 4)


@page
def file_behind_a_piece(environ: Environ, start: Start) -> Any:
    start("200 OK", PLAIN)(b"first ")
    return environ["wsgi.file_wrapper"](_file())


def application(environ: Environ, start: Start) -> Any:
    return PAGES[environ["PATH_INFO"]](environ, start)


if __name__ == "__main__":
    persist_worker.serve_wsgi(application)
