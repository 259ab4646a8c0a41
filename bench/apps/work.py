# SPDX-License-Identifier: Apache-2.0
"""What all workers in Python do, whoever brings the request.

answer() gives the body as a list of bytes. The adapters beside this file bring
it to WSGI, CGI and mod_persist; all answers are text/plain with status 200.
"""

import json
import os
import sqlite3

BLOCK = b"x" * (1024 * 1024)
PIECE = 65536
HERE = os.path.dirname(os.path.abspath(__file__))

_database = None


def hello(_environ, _read, _rest):
    return [b"hello\n"]


def environment(environ, _read, _rest):
    lines = [f"{k}={v}\n" for k, v in environ.items() if isinstance(v, str)]
    return ["".join(lines).encode("latin-1", "replace")]


def in_bytes(_environ, _read, rest):
    whole, part = divmod(int(rest), len(BLOCK))
    return [BLOCK] * whole + ([BLOCK[:part]] if part else [])


def upload(_environ, read, _rest):
    length = 0
    while piece := read(PIECE):
        length += len(piece)
    return [b"%d\n" % length]


def page(environ, _read, _rest):
    """Ten rows of a table as JSON; the database stays open."""
    global _database
    if _database is None:
        name = os.path.join(HERE, "..", "bench.db")
        _database = sqlite3.connect(name, check_same_thread=False)
    group = environ.get("QUERY_STRING", "").partition("=")[2]
    rows = _database.execute(
        "SELECT id, name, price FROM item WHERE team = ? ORDER BY id",
        (int(group),),
    )
    items = [{"id": i, "name": n, "price": p} for i, n, p in rows]
    return [json.dumps(items).encode()]


KINDS = {
    "hello": hello,
    "environment": environment,
    "bytes": in_bytes,
    "upload": upload,
    "page": page,
}


def answer(path, environ, read):
    kind, _, rest = path[1:].partition("/")
    return KINDS[kind](environ, read, rest)
