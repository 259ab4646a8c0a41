#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sixteen requests at a time, of which the first worker takes none: it leaves.
Its persistd learns of that 20 ms late."""

import os
import signal
import threading

import bare
from bare import END, LEAVING, frame, serve

TEXT = [("Content-Type", "text/plain")]
PLACE = os.environ["PERSIST_T_ROOT"] + "/refusals"
try:
    first = os.open(PLACE, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
except FileExistsError:
    first = None


def answer(connection, request):
    if first is None:
        body = b"refused %d" % os.path.getsize(PLACE)
        return connection.send(connection.response(200, TEXT, body))
    os.write(first, b"x")
    if os.fstat(first).st_size == 1:
        persistd = os.getppid()
        os.kill(persistd, signal.SIGSTOP)
        bare.control.send(frame(LEAVING))
        threading.Timer(0.02, os.kill, (persistd, signal.SIGCONT)).start()
    connection.send(frame(END, 0, 0, []))


serve(answer, capacity=16)
