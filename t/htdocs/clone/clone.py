#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes its time to start, which is how long a clone may take, and allows
clones. What happens is noted in a file. clone.rb does the same."""

import os
import time

import persist_worker

MARKS = os.environ["MARKS"]


def mark(what):
    with open(MARKS, "a") as file:
        file.write(f"{what} {os.getpid()}\n")


@persist_worker.after_fork
def after():
    global original
    if os.getpid() != original:
        original = os.getpid()
        mark("cloned")


def answer(request):
    if request.path == "/work":
        time.sleep(0.02)
    if request.path == "/die":
        os._exit(1)
    request.respond(200, body=b"%d" % os.getpid())


original = os.getpid()
time.sleep(2)
data = [str(number) for number in range(int(os.environ.get("ITEMS", "0")))]
mark("booted")
persist_worker.each_request(answer, clones=True)
