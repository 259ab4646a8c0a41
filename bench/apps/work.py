# SPDX-License-Identifier: Apache-2.0
"""The work of all workers in Python, whatever server brings the request.

answer() returns the body as a list of bytes. The adapters beside this file
connect it to WSGI, CGI and mod_persist; all responses are text/plain with
status 200. Variables and the query are passed as functions, so that only work
that needs them pays for them.
"""

import functools
import json
import os
import sqlite3
import threading
import time

BLOCK = b"x" * (1024 * 1024)
PIECE = 65536
HERE = os.path.dirname(os.path.abspath(__file__))

# A path of its own: each adapter sends a file in its server's own way.
FILE_PATH = "/file"
FILE = os.path.join(HERE, "..", "file")
CONTENT = os.path.join(HERE, "content.txt")
CACHED_USERS = 250

# One connection for each thread, because httpd's own processes have many.
_kept = threading.local()


def database():
    """Return the database, which stays open."""
    if not hasattr(_kept, "database"):
        _kept.database = open_database()
    return _kept.database


def open_database():
    return sqlite3.connect(os.path.join(HERE, "..", "bench.db"))


def hello(_rest, _variables, _query, _read):
    return [b"hello\n"]


def environment(_rest, variables, _query, _read):
    lines = [f"{k}={v}\n" for k, v in variables().items() if isinstance(v, str)]
    return ["".join(lines).encode("latin-1", "replace")]


def in_bytes(rest, _variables, _query, _read):
    whole, part = divmod(int(rest), len(BLOCK))
    return [BLOCK] * whole + ([BLOCK[:part]] if part else [])


def upload(_rest, _variables, _query, read):
    length = 0
    while piece := read(PIECE):
        length += len(piece)
    return [b"%d\n" % length]


def stays(point):
    """Return whether the Mandelbrot set has the point, as far as seen."""
    z = 0j
    for _ in range(50):
        z = z * z + point
        if abs(z) > 2:
            return False
    return True


def compute(_rest, _variables, _query, _read):
    side = range(40)
    points = (complex(x / 20 - 1.5, y / 20 - 1) for y in side for x in side)
    return [b"%d\n" % sum(map(stays, points))]


def page(_rest, _variables, query, _read):
    """Return ten rows of a table as JSON."""
    team = query().partition("=")[2]
    rows = database().execute(
        "SELECT id, name, price FROM item WHERE team = ? ORDER BY id",
        (int(team),),
    )
    items = [{"id": i, "name": n, "price": p} for i, n, p in rows]
    return [json.dumps(items).encode()]


def mixed(_rest, _variables, query, _read):
    """Sleep (s50) or compute (c50) for so many milliseconds. A quick request
    computes for half of one.
    """
    asked = query()
    if asked.startswith("s"):
        time.sleep(int(asked[1:]) / 1000)
    else:
        spend(float(asked[1:]) / 1000 if asked.startswith("c") else 0.0005)
    return [b"hello\n"]


def spend(seconds):
    """Use so much time of a processor, however many others use it, too."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def user(connection, number):
    return connection.execute(
        "SELECT name, town FROM user WHERE id = ?", (number,)
    ).fetchone()


@functools.lru_cache(CACHED_USERS)
def cached_user(number):
    return user(database(), number)


def content():
    with open(CONTENT) as file:
        return file.read()


cached_content = functools.cache(content)


def personal(rest, _variables, query, _read):
    """Return a file's text with a user's name and town inserted; see
    personal.py.
    """
    way = query().partition("=")[2]
    if way == "cache":
        text, record = cached_content(), cached_user(int(rest))
    elif way == "kept":
        text, record = content(), user(database(), int(rest))
    else:
        connection = open_database()
        text, record = content(), user(connection, int(rest))
        connection.close()
    name, town = record
    return [text.replace("@name@", name).replace("@town@", town).encode()]


KINDS = {
    "hello": hello,
    "environment": environment,
    "bytes": in_bytes,
    "compute": compute,
    "upload": upload,
    "page": page,
    "mixed": mixed,
    "personal": personal,
}


def answer(path, variables, query, read):
    kind, _, rest = path[1:].partition("/")
    return KINDS[kind or "hello"](rest, variables, query, read)
