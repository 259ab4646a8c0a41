#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a program in Python leaves to the end of its process. It knows nothing
of mod_persist."""

import atexit
import io
import json
import os
import sqlite3
import sys
import tempfile
import threading
import weakref

MARK = os.path.join(os.environ["MARK"], os.environ["HTTP_X_WAY"], "log")


def told(what):
    """Return what says at its end that it ends. Its class is not there where
    nothing is to have a finalizer."""

    class Told:
        def __del__(self):
            print("the end of", what)

    return Told()


def header():
    print("Content-Type: text/plain\n\nok")


def begin():
    file = open(MARK, "a")  # noqa: SIM115 # it is left open
    file.write("line\n")
    return file


def suspended():
    try:
        yield
    finally:
        print("a generator ends")


class Way:
    """Each returns what is global until the end."""

    def nothing():
        header()

    def file():
        header()
        return begin()

    def temporary():
        header()
        return tempfile.NamedTemporaryFile(dir=os.path.dirname(MARK))

    def wrapper():
        out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
        print("Content-Type: text/plain\n\nok", file=out)
        return out

    def replaces():
        sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
        header()

    def detaches():
        out = sys.stdout.detach()
        out.write(b"Content-Type: text/plain\n\nok")

    def descriptor():
        out = open(1, "w", closefd=False)  # noqa: SIM115
        print("Content-Type: text/plain\n\nok", file=out)
        return out

    def told():
        header()
        return told("an object")

    def order():
        header()
        names = ["_one", "two", "__three", "four"]
        globals().update({name: told(name) for name in names})

    def cycle():
        header()
        own = told("a cycle")
        own.own = own

    def holds():
        header()
        json.JSONEncoder.held = begin(), told("what a class holds")

    def generator():
        header()
        one = suspended()
        next(one)
        return one

    def reference():
        header()
        return [
            one := type("One", (), {})(),
            weakref.ref(one, lambda _: print("an object has ended")),
            weakref.proxy(one, lambda _: print("so it has")),
        ]

    def database():
        header()
        base = sqlite3.connect(MARK + ".db")
        base.execute("PRAGMA journal_mode = wal")
        base.execute("CREATE TABLE IF NOT EXISTS one (number)")
        return base

    def libc():
        import ctypes

        header()
        sys.stdout.flush()
        ctypes.CDLL(None).puts(b"by the C library")

    def exits():
        header()
        atexit.register(print, "a handler")
        kept.append(begin())
        sys.exit("not well")

    def raises():
        header()
        file = begin()
        raise ValueError(file.name)

    def thread():
        header()
        threading.Thread(target=lambda: kept.append(begin())).start()

    def child():
        header()
        sys.stdout.flush()
        if os.fork() == 0:
            kept.append((begin(), told("a child's object")))
            sys.exit(3)
        print("parent", os.waitstatus_to_exitcode(os.wait()[1]))

    def interrupted():
        header()
        sys.stdout.flush()
        if os.fork() == 0:
            kept.append(begin())
            raise KeyboardInterrupt
        print("parent", os.waitstatus_to_exitcode(os.wait()[1]))

    def process():
        header()
        with open("/proc/self/maps") as maps:
            print(maps.readline().split()[0])


kept = []
kept.append(getattr(Way, os.environ["PATH_INFO"][1:])())
