#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Passes descriptors to httpd, in good ways and in bad ones."""

import contextlib
import os
import socket
import struct
import tempfile
from urllib.parse import parse_qs

from bare import (
    BODY,
    END,
    FILE,
    FILES,
    LAST,
    MORE,
    frame,
    serve,
    variables,
)

TEXT = [("Content-Type", "text/plain")]
SIZE = 300000
DATA = b"".join(b"%09d\n" % n for n in range(SIZE // 10))
good_end = frame(END, 1, 0, [])


def made(data=DATA):
    """A file without a name."""
    file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
    file.write(data)
    return file


shared = made()


def head(connection, headers=TEXT):
    return connection.response(200, headers, b"", 0)


def whole(connection, query):
    with made() as file:
        connection.send(
            head(connection), frame(FILE, 0, SIZE), good_end, fds=[file]
        )


def often(connection, query):
    """One open file for all requests; its position means nothing."""
    shared.seek(17)
    connection.send(
        head(connection), frame(FILE, 0, SIZE), good_end, fds=[shared]
    )


def parts(connection, query):
    """Several, each in two writes, with bytes between them."""
    connection.send(head(connection))
    for number in range(20):
        with made(b"part %02d." % number) as file:
            part = frame(FILE, 0, 8)
            connection.send(part[:3], fds=[file])
            connection.send(part[3:])
        connection.send(frame(BODY, b"|", MORE))
    connection.send(frame(BODY, b"end", LAST))


def length(connection, query):
    """As many bytes, with the Content-Length of the query."""
    headers = [*TEXT, ("Content-Length", query["n"])]
    with made() as file:
        connection.send(
            head(connection, headers),
            frame(FILE, 0, 1000),
            good_end,
            fds=[file],
        )


def short(connection, query):
    with made() as file:
        connection.send(
            head(connection), frame(FILE, 1, SIZE), good_end, fds=[file]
        )


def lying(connection, query):
    """A file of the kernel's that has less in it than its size says, or more;
    behind a beginning of the response if asked."""
    if "go" in query:
        connection.send(connection.response(200, TEXT, b"begin", 0))
        while not os.path.exists(query["go"]):
            os.sched_yield()
    with open(query["name"], "rb", buffering=0) as file:
        size = int(query.get("size", os.fstat(file.fileno()).st_size))
        begun = () if "go" in query else (head(connection),)
        connection.send(*begun, frame(FILE, 0, size), good_end, fds=[file])


def sparse(size):
    """Memory that is not there, in a file without a name."""
    file = os.fdopen(os.memfd_create("sparse"), "wb", buffering=0)
    file.truncate(size)
    return file


def huge(connection, query):
    """A large file that costs its owner nothing, behind a byte if asked."""
    size = int(query["size"])
    with sparse(size) as file:
        connection.send(
            connection.response(200, TEXT, b"x" if "more" in query else b"", 0),
            frame(FILE, 0, size),
            good_end,
            fds=[file],
        )


def was_read(file):
    return os.fstat(file.fileno()).st_atime > 0


def truncated(connection, query):
    """Truncate it once the client has begun to read, or if asked once httpd has
    looked at it; sparse, so it is fast."""
    memory, looked = query.get("memory"), query.get("looked")
    with sparse(0) if memory else tempfile.TemporaryFile(buffering=0) as file:
        file.truncate(1 << 30)
        if looked:
            os.utime(file.fileno(), (0, 0))
        headers = [*TEXT, ("Content-Length", str(1 << 30))]
        if query.get("chunked"):
            headers = TEXT
        frames = [head(connection, headers), frame(FILE, 0, 1 << 30)]
        if not query.get("chunked"):
            frames.append(good_end)
        connection.send(*frames, fds=[file])
        while not ((looked and was_read(file)) or os.path.exists(query["go"])):
            os.sched_yield()
        file.truncate(1 << 10)
        with open(query["go"] + ".done", "w"):
            pass
        if query.get("chunked"):
            connection.send(good_end)


def bad(fd):
    def answer(connection, query):
        with fd() as opened:
            connection.send(
                head(connection), frame(FILE, 0, 1), good_end, fds=[opened]
            )

    return answer


def none(connection, query):
    connection.send(head(connection), frame(FILE, 0, 1), good_end)


def many(connection, query):
    """More descriptors than frames: the first is it, the others are closed."""
    with made() as file:
        fds = [file.fileno()] + [os.open("/", os.O_RDONLY) for _ in range(20)]
        connection.send(
            head(connection), frame(FILE, 0, SIZE), good_end, fds=fds
        )
        for fd in fds[1:]:
            os.close(fd)


def flood(connection, query):
    """A descriptor with each byte of a frame."""
    with made() as file:
        connection.send(head(connection))
        for byte in frame(BODY, b"x" * 50, MORE):
            connection.send(bytes([byte]), fds=[file])


class Directory:
    def __enter__(self):
        self.fd = os.open("/", os.O_RDONLY)
        return self.fd

    def __exit__(self, *_):
        os.close(self.fd)


def pipe():
    reader, writer = os.pipe()
    os.close(writer)
    return os.fdopen(reader, "rb")


peers = []


def lingering():
    """Whoever closes it last waits for what its peer will never read."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        sock = socket.create_connection(server.getsockname())
        peers.append(server.accept()[0])
    sock.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            sock.send(bytes(65536))
    lingers = struct.pack("ii", 1, 120)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, lingers)
    return sock


def more(connection, query):
    """Such a one behind a file."""
    with made() as file, lingering() as sock:
        connection.send(
            head(connection), frame(FILE, 0, SIZE), good_end, fds=[file, sock]
        )


def write_only():
    path = tempfile.mktemp()
    file = open(path, "wb")  # noqa: SIM115
    os.unlink(path)
    file.write(b"xx")
    file.flush()
    return file


PAGES = {
    "/directory": bad(Directory),
    "/flood": flood,
    "/huge": huge,
    "/length": length,
    "/lingering": bad(lingering),
    "/lying": lying,
    "/many": many,
    "/more": more,
    "/none": none,
    "/often": often,
    "/parts": parts,
    "/pipe": bad(pipe),
    "/short": short,
    "/socket": bad(socket.socket),
    "/truncated": truncated,
    "/whole": whole,
    "/write-only": bad(write_only),
}


def answer(connection, request):
    env = variables(request)
    query = {k: v[0] for k, v in parse_qs(env.get("QUERY_STRING", "")).items()}
    PAGES[env["PATH_INFO"]](connection, query)


serve(answer, FILES)
