#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers as no SDK would; PATH_INFO chooses how."""

import fcntl
import hashlib
import os
import random
import select
import socket
import tempfile
import termios
import time
from urllib.parse import parse_qs

import bare
from bare import (
    BODY,
    END,
    FILE,
    FILES,
    INFO,
    LAST,
    LEAVING,
    LOG,
    MORE,
    WANT,
    frame,
    serve,
    variables,
)  # fmt: skip

TEXT = [("Content-Type", "text/plain")]


def mark(path):
    """Tell the test how far we are. Returns how often that has been said."""
    with open(path, "ab") as file:
        file.write(b"x")
    return os.path.getsize(path)


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.005)


def text(connection, body):
    connection.send(connection.response(200, TEXT, body))


def head(connection, status=200, headers=TEXT):
    connection.send(connection.response(status, headers, b"", 0))


def who(connection, query):
    text(connection, b"%d" % os.getpid())


def informed(connection, query):
    """So many interim responses before the answer."""
    for number in range(int(query["count"])):
        link = [b"Link", b"</%d.css>; rel=preload" % number]
        connection.send(frame(INFO, connection.seq, 103, link))
    who(connection, query)


def levels(connection, query):
    """A line at each level that LOG has."""
    for level in range(8):
        connection.send(frame(LOG, level, b"of level %d" % level))
    who(connection, query)


def hangup(connection, query):
    """When the client has gone, close without another word."""
    mark(query["file"])
    connection.wait()
    connection.socket.shutdown(socket.SHUT_RDWR)


def cut(connection, query):
    """When the client has gone, begin a frame, and wait for httpd's close."""
    head(connection)
    mark(query["file"])
    connection.wait()
    connection.send(frame(BODY, b"x" * 1000, MORE)[:500])
    closed = select.poll()
    closed.register(connection.socket, 0)
    closed.poll()


def hand(connection, query):
    """When the client has gone, go on passing open files."""
    head(connection)
    mark(query["file"])
    connection.wait()
    with open(__file__, "rb") as file:
        for _ in range(10):
            connection.send(frame(FILE, 0, 1), fds=[file])
    connection.send(frame(END, 1, 0, []))


def refuse(connection, query):
    """Not now, so often; and for good, when it leaves."""
    tries = mark(query["file"])
    if tries > int(query["times"]):
        return text(connection, b"%d %d" % (os.getpid(), tries))
    if "leave" in query:
        bare.control.send(frame(LEAVING))
    connection.send(frame(END, 0, 0, []))


def refuse_late(connection, query):
    """Too late to refuse: it has been asked for more."""
    mark(query["file"])
    connection.send(frame(WANT, 5), frame(END, 0, 0, []))


def flood(connection, query):
    """More than any client takes."""
    head(connection)
    while True:
        connection.send(frame(BODY, b"x" * 65536, MORE))


def send_pieces(connection, data):
    for at in range(0, len(data), 65536):
        connection.send(frame(BODY, data[at : at + 65536], MORE))


def send_files(connection, data, count):
    size = len(data) // count
    for at in range(0, len(data), size):
        with tempfile.TemporaryFile() as file:
            file.write(data[at : at + size])
            file.flush()
            connection.send(frame(FILE, 0, size), fds=[file])


def until_gone(connection, data, path):
    """httpd tells of a client that has gone by a half-close. Soon afterwards it
    closes the connection, and then a worker that still sends has an error."""
    try:
        send_pieces(connection, data)
        connection.wait()
    finally:
        mark(path)


def large(connection, query):
    """So many bytes that no filter can compress, with their digest; in pieces,
    or in so many files. Ends at once, when told to, or with the client."""
    data = random.Random(1).randbytes(int(query["size"]))
    headers = [*TEXT, ("X-Digest", hashlib.sha256(data).hexdigest())]
    if "length" in query:
        headers.append(("Content-Length", str(len(data))))
    head(connection, 200, headers)
    if "gone" in query:
        until_gone(connection, data, query["gone"])
    elif "files" in query:
        send_files(connection, data, int(query["files"]))
    else:
        send_pieces(connection, data)
    if "file" in query:
        mark(query["file"])
        wait_for(query["file"] + ".go")
    if "die" in query:
        os._exit(9)
    connection.send(frame(BODY, b"", LAST))


def credit(connection, query):
    """The first dies of its request; the second asks for five bytes, and says
    what came for them."""
    if mark(query["file"]) == 1:
        connection.send(frame(WANT, 65536))
        os._exit(1)
    wait_for(f"{query['file']}.go")
    connection.send(frame(WANT, 5))
    kind, data, _ = connection.wait()
    text(connection, b"%d %d" % (kind, len(data)))


def greedy(connection, query):
    """Ask for all of a body at once, and take none of it before the test says
    so."""
    connection.send(frame(WANT, 1 << 20))
    mark(query["file"])
    wait_for(f"{query['file']}.go")
    length, last = 0, MORE
    while last != LAST:
        _, data, last = connection.wait()
        length += len(data)
    text(connection, b"%d" % length)


def last_to_leave(connection, query):
    """Ask for the body when the test says so, answer when the client has
    gone."""
    mark(query["file"])
    wait_for(f"{query['file']}.go")
    connection.send(frame(WANT, 1 << 20))
    while connection.wait():
        pass
    text(connection, b"nobody is there")


def reset(connection, query):
    """205 with a body, in one frame or as it comes."""
    if "whole" in query:
        return connection.send(connection.response(205, TEXT, b"four"))
    head(connection, 205, [*TEXT, ("Content-Length", "4")])
    connection.send(frame(BODY, b"four", LAST))


def garbage(connection, query):
    """Says gzip, and is not; or that only when the head has gone out."""
    headers = [*TEXT, ("Content-Encoding", "gzip")]
    data = b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 1000
    if "whole" in query:
        return connection.send(connection.response(200, headers, data))
    head(connection, 200, headers)
    wait_for(query["file"])
    connection.send(frame(BODY, data, LAST))


def wait_for_httpd(connection):
    """Until httpd has read all that was sent."""
    unread = bytearray(b"some")
    while any(unread):
        fcntl.ioctl(connection.socket, termios.TIOCOUTQ, unread)


def ends(connection, query):
    """Begins a response, and ends it in the way asked for: when told to, or
    without a file when httpd has its beginning."""
    headers = list(TEXT)
    if "length" in query:
        headers.append(("Content-Length", query["length"]))
    if "age" in query:
        headers.append(("Cache-Control", "max-age=" + query["age"]))
    connection.send(connection.response(200, headers, b"begin", 0))
    if "file" in query:
        wait_for(query["file"])
    else:
        wait_for_httpd(connection)
    if query["how"] == "die":
        os._exit(9)
    last = frame(BODY, b"", LAST)
    give_up = frame(END, 0, 0, [])
    connection.send(last if query["how"] == "well" else give_up)


PAGES = {
    "/credit": credit,
    "/cut": cut,
    "/ends": ends,
    "/flood": flood,
    "/greedy": greedy,
    "/garbage": garbage,
    "/hand": hand,
    "/hangup": hangup,
    "/informed": informed,
    "/large": large,
    "/last-to-leave": last_to_leave,
    "/levels": levels,
    "/refuse": refuse,
    "/refuse-late": refuse_late,
    "/reset": reset,
    "/who": who,
}


def answer(connection, request):
    env = variables(request)
    found = parse_qs(env.get("QUERY_STRING", ""))
    query = {name: values[0] for name, values in found.items()}
    PAGES[env.get("PATH_INFO", "/who")](connection, query)


serve(answer, FILES)
