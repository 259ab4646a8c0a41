#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hello, with data and a set-up of one second. With CLONES it may be cloned."""

import os
import time

import persist_worker

time.sleep(1)
DATA = [str(number) for number in range(500000)]


def answer(request):
    request.respond(200, {"Content-Type": "text/plain"}, b"hello\n")


persist_worker.each_request(answer, clones="CLONES" in os.environ)
