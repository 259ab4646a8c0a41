#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers what it is asked, and then, while nobody has asked it, once more.

A script of its own, for httpd's children keep what it has said too early.
"""

import os
import select
import socket

from bare import END, INFO, frame, serve, variables

TEXT = ("Content-Type", "text/plain")


def response(connection, seq, flags=1):
    connection.seq = seq % (1 << 32)
    return connection.response(200, [TEXT], b"early", flags)


# What the number of the next request might be, for one who has seen the last.
GUESSES = {
    "/next": lambda c: response(c, c.seq + 1),
    "/next-modulo-128": lambda c: response(c, (c.seq + 1) % 128),
    "/same": lambda c: response(c, c.seq),
    "/previous": lambda c: response(c, c.seq - 1),
    "/none": lambda c: response(c, 0),
    "/begun": lambda c: response(c, c.seq + 1, 0),
    "/information": lambda c: frame(
        INFO, c.seq + 1 & 0xFFFFFFFF, 103, [b"Link", b"<early>"]
    ),
    "/deaf": lambda c: response(c, c.seq + 1),
    "/twice": lambda c: (
        response(c, c.seq + 1) + frame(END, 1, 0, []) + response(c, c.seq + 1)
    ),
}


def early(connection, path):
    """When the test says that httpd has read the answer, another one."""
    connection.send(connection.response(200, [TEXT], b"hello"))
    told = os.environ["PERSIST_T_ROOT"] + "/early"
    while not os.path.exists(told):
        select.select([], [], [], 0.005)
    connection.send(GUESSES[path](connection))
    if path == "/deaf":
        connection.socket.shutdown(socket.SHUT_RDWR)
    os.unlink(told)


def answer(connection, request):
    path = variables(request)["PATH_INFO"]
    if path in GUESSES:
        early(connection, path)
    else:
        connection.send(connection.response(200, [TEXT], b"hello"))


serve(answer)
