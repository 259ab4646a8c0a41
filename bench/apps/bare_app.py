#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bare_app.py SOCKET: floor/bare_worker.c in Python. Answers hello to each
frame, or does the work that PATH_INFO names.

It keeps no state and has no limits, so its time is what Python itself needs for
a round trip and for the work.
"""

import functools
import select
import socket
import sys

import msgpack
import work

PREFIX = 5
LARGEST = 65536

# Without affinity each worker gets requests for all users, so it caches all.
work.cached_user = functools.cache(work.cached_user.__wrapped__)


def value(variables, name):
    """Return a variable's text, or "" if there is none of this name."""
    return variables.partition(name + b"\0")[2].partition(b"\0")[0].decode()


def body(variables):
    if b"PATH_INFO" not in variables:
        return b"hello\n"
    path = value(variables, b"PATH_INFO")
    query = functools.partial(value, variables, b"QUERY_STRING")
    return work.answer(path, None, query, None)[0]


def serve(connection):
    """Answer one frame of [variables]; False: close the connection."""
    frame = connection.recv(LARGEST)
    if len(frame) <= PREFIX:
        return False
    (variables,) = msgpack.unpackb(frame[PREFIX:])
    answer = msgpack.packb([200, b"text/plain", 0, body(variables)])
    head = b"\xce" + len(answer).to_bytes(PREFIX - 1, "big")
    return connection.send(head + answer) and bool(variables)


def lasts(connection):
    """Serve. An error of one client ends only its own connection."""
    try:
        return serve(connection)
    except ConnectionError:
        return False


def main():
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(16)
    poller = select.epoll()
    poller.register(listener, select.EPOLLIN)
    connections = {}
    while True:
        for fd, _ in poller.poll(maxevents=1):
            if fd == listener.fileno():
                connection, _ = listener.accept()
                connections[connection.fileno()] = connection
                poller.register(connection, select.EPOLLIN)
            elif not lasts(connections[fd]):
                connections.pop(fd).close()


main()
