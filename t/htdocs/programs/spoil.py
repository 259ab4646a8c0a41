#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tells all that it finds of its process, and then spoils all that it can."""

import atexit
import builtins
import fcntl
import locale
import os
import random
import resource
import signal
import sys
import tempfile
import time

FILES = [
    "status",
    "limits",
    "stat",
    "comm",
    "coredump_filter",
    "timerslack_ns",
    "personality",
    "oom_score_adj",
    "fdinfo/0",
    "fdinfo/1",
    "fdinfo/2",
]
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)


def tell_file(name):
    with open(f"/proc/self/{name}") as file:
        print("".join(f"{name} {line}" for line in file))


def lock():
    """Programs of another test may hold the lock for a moment."""
    for _ in range(1000):
        try:
            return fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.01)
    raise BlockingIOError


def tell():
    for name in FILES:
        tell_file(name)
    for fd in range(100):
        if os.path.exists(f"/proc/self/fd/{fd}"):
            print("open", fd)
    lock()
    print("itimers", *map(signal.getitimer, TIMERS))
    print("handlers", *map(signal.getsignal, range(1, 32)))
    print("spoiled", getattr(builtins, "spoiled", 0), locale.setlocale(0))
    print("own group", os.getpgrp() == os.getpid(), "in", os.getcwd())
    print("path", sys.path, sys.argv, sys.flags, sys.getrecursionlimit())
    for name in sorted(os.environ):
        print(f"{name}={os.environ[name]}")
    print("random", random.random(), next(tempfile._get_candidate_names()))
    print("unique", tempfile.mkdtemp())


def leave_process():
    for fd in range(3):
        flags = fcntl.fcntl(fd, fcntl.F_GETFL)
        fcntl.fcntl(fd, fcntl.F_SETFL, flags | os.O_NONBLOCK | os.O_APPEND)
    for number in range(10, 60):
        os.dup2(0, number)
    for timer in TIMERS:
        signal.setitimer(timer, 3600, 3600)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    os.nice(7)
    os.chdir("/tmp")
    os.umask(0)
    for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU):
        resource.setrlimit(limit, (77, 78))
    with open("/proc/self/oom_score_adj", "w") as score:
        score.write("500")


def leave_interpreter():
    builtins.spoiled = 1
    random.seed(1234)
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
    os.environ.clear()
    sys.argv[:] = sys.path[:] = ["spoiled"]
    sys.setrecursionlimit(5000)
    atexit.register(print, "at the end")


print("Content-Type: text/plain\n")
tell()
leave_process()
leave_interpreter()
