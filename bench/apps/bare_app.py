#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bare_app.py SOCKET: bare_worker.c in Python. Says hello to each frame.

It knows no state, bounds nothing and serves nothing else: what is left is what
Python itself takes for a round trip.
"""

import select
import socket
import sys

import msgpack

PREFIX = 5
LARGEST = 65536


def serve(connection):
    """Answer one frame of [variables]; return whether the client stays."""
    frame = connection.recv(LARGEST)
    if len(frame) <= PREFIX:
        return False
    (variables,) = msgpack.unpackb(frame[PREFIX:])
    answer = msgpack.packb([200, b"text/plain", 0, b"hello\n"])
    head = b"\xce" + len(answer).to_bytes(PREFIX - 1, "big")
    return connection.send(head + answer) and bool(variables)


def lasts(connection):
    """Serve; a client that breaks off costs its connection alone."""
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
