#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Leaves somebody behind who holds all that a worker holds open, and waits."""

import os
import signal
import subprocess

import persist_worker


def system():
    os.system("sleep 600 &")


def fork():
    if os.fork() == 0:
        signal.pause()


def session():
    subprocess.Popen(["sleep", "600"], close_fds=False, start_new_session=True)


def alone():
    pass


WAYS = {"/alone": alone, "/fork": fork, "/session": session, "/system": system}


def answer(request):
    WAYS[request.env["PATH_INFO"]]()
    file = request.env.get("QUERY_STRING")
    if file:
        with open(file + ".tmp", "w") as mark:
            mark.write(str(os.getpid()))
        os.rename(file + ".tmp", file)
        signal.pause()
    request.respond(200, {"Content-Type": "text/plain"}, b"%d" % os.getpid())


persist_worker.each_request(answer)
