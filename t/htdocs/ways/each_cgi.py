#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Old CGI code in a loop; PATH_INFO chooses what it prints."""

import os
import sys
import time

import persist_worker


def facts():
    print("Content-Type: text/plain\n")
    for name in ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING", "HTTP_X_MINE"):
        print(name, os.environ.get(name))
    print(os.path.basename(sys.argv[0]), os.path.basename(os.getcwd()))


def echo():
    data = sys.stdin.buffer.read(int(os.environ.get("CONTENT_LENGTH", "0")))
    print("Content-Type: text/plain\r\n\r")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def stream():
    print("Content-Type: text/plain\n")
    for number in range(3):
        print("line", number, flush=True)


def head():
    print("Content-Type: text/plain\n", flush=True)
    while not os.path.exists(os.environ["QUERY_STRING"]):
        time.sleep(0.01)


def missing():
    print("Status: 404 Not Found\nContent-Type: text/plain\n\nno such thing")


def gone():
    print("Status: 410 Gone\nContent-Type: text/plain\n\nno longer")


def away():
    print("Location: http://example.org/x?y\n")


def local():
    print("Location: /ways/each_cgi.py/facts?z=1\n")


def cookies():
    print("Set-Cookie: a=1\nSet-Cookie: b=2\nContent-Type: text/html\n\n<p>")


def wrong():
    print("Content-Type: text/plain\nContent-Length: 3\n\nfour bytes")


def left():
    print("Content-Type: text/plain\n\nleft early")
    sys.exit(3)


def child():
    print("Content-Type: text/plain\n\nmine")
    os.system("echo of a child")


def silent():
    pass


def junk():
    print("no header")


def raised():
    print("Content-Type: text/plain\n\nnever seen")
    raise LookupError("what a pity")


def main():
    globals()[os.environ["PATH_INFO"][1:]]()


persist_worker.each_cgi(main)
