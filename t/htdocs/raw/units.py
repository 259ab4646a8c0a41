#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sixteen requests at a time, of which the first worker takes none: it leaves.
Its persistd learns of that behind the second refusal, or a second late."""

import os
import signal
import threading

import bare
from bare import END, LEAVING, frame, serve

TEXT = [("Content-Type", "text/plain")]
PLACE = f"{os.environ['PERSIST_T_ROOT']}/{os.path.basename(__file__)}.refusals"
try:
    first = os.open(PLACE, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
except FileExistsError:
    first = None


def answer(connection, request):
    if first is None:
        body = b"refused %d" % os.path.getsize(PLACE)
        return connection.send(connection.response(200, TEXT, body))
    os.write(first, b"x")
    refusals = os.fstat(first).st_size
    persistd = os.getppid()
    if refusals == 1:
        os.kill(persistd, signal.SIGSTOP)
        bare.control.send(frame(LEAVING))
        late = threading.Timer(1, os.kill, (persistd, signal.SIGCONT))
        late.daemon = True
        late.start()
    if refusals == 2:
        os.kill(persistd, signal.SIGCONT)
    connection.send(frame(END, 0, 0, []))


serve(answer, capacity=16)
