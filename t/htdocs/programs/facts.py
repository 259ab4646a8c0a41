#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a program in Python finds. It knows nothing of mod_persist."""

import atexit
import json
import os
import random
import signal
import sys
import time

COUNT = [0]  # what one request leaves behind, another would see


def facts():
    COUNT[0] += 1
    yield from (f"{name}={os.environ[name]}" for name in sorted(os.environ))
    yield f"arguments {sys.argv} {sys.orig_argv[1:]}"
    yield f"name {__name__}, file {__file__}, count {COUNT}"
    yield f"in {os.getcwd()}, umask {os.umask(0):o}"
    yield f"path {sys.path[0]}, modules {'json' in sys.modules}"
    yield f"SIGPIPE {signal.getsignal(signal.SIGPIPE)!r}"
    yield f"SIGTERM {signal.getsignal(signal.SIGTERM)!r}"
    yield f"{sys.stdout.encoding} {sys.stdout.line_buffering}"
    yield f"zone {time.localtime(0)[3]} {time.tzname}"
    yield f"below all {outermost().f_code.co_filename} {outermost().f_lineno}"
    yield f"main {sys.modules['__main__'].__dict__ is globals()}"
    body = sys.stdin.buffer.read()
    yield f"read {len(body)} {sum(body)}"


def outermost():
    frame = sys._getframe()
    while frame.f_back:
        frame = frame.f_back
    return frame


def way():
    return os.environ.get("PATH_INFO", "/facts")


print("Content-Type: text/plain\n")
if way() == "/process":
    with open("/proc/self/maps") as maps:
        print(os.getpid(), maps.readline().split()[0], os.getppid())
    print(json.dumps(random.random()))
elif way() == "/atexit":
    atexit.register(print, "at the end")
    sys.exit("said by exit")
elif way() == "/raises":
    print("before")
    raise ValueError("raised here")
elif way() == "/sleeps":
    time.sleep(100)
elif way() == "/fork":
    if os.fork() == 0:
        print("child")
        sys.exit(3)
    print("parent", os.waitstatus_to_exitcode(os.wait()[1]))
else:
    print("\n".join(facts()))
