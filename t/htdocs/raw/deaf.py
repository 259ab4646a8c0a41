#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers /deaf, and then what it has not been asked; all else, as it should.

A script of its own, for httpd's children keep what it has said too early.
"""

import os
import select
import socket

from bare import serve, variables

TEXT = ("Content-Type", "text/plain")


def deaf(connection):
    """Listens no more when it is told so, and has answered what comes next."""
    connection.send(connection.response(200, [TEXT], b"hello"))
    told = os.environ["PERSIST_T_ROOT"] + "/deaf"
    while not os.path.exists(told):
        select.select([], [], [], 0.01)
    connection.seq = (connection.seq + 1) % 128
    head = (TEXT, ("Content-Length", "9"))
    connection.send(connection.response(200, head, b"early", 0))
    connection.socket.shutdown(socket.SHUT_RDWR)
    os.unlink(told)


def answer(connection, request):
    if variables(request)["PATH_INFO"] == "/deaf":
        deaf(connection)
    else:
        connection.send(connection.response(200, [TEXT], b"hello"))


serve(answer)
