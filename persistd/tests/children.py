# SPDX-License-Identifier: Apache-2.0
"""Plays the children of httpd, which take units and wait for them."""

import contextlib
import subprocess

from driver import BUILD
from pywire import NUDGE
from waiting import wait_for

# States of a unit, as in slots/slots_unit.h.
VOID, FREE, LEASED, FINISHING = range(4)


class Child:
    """tests/child on the table, and a presence connection."""

    def __init__(self, httpd):
        self.httpd = httpd
        self.process = subprocess.Popen(
            [BUILD / "persistd/tests/child", httpd.instance],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.owner = self.do("owner")
        self.link = httpd.connect(0, self.owner)

    def do(self, verb, n=0):
        self.process.stdin.write(f"{verb} {n}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def nudge(self, pool):
        self.link.send(NUDGE, pool)

    def wait_looked(self, times):
        """Until persistd has begun to look at everything so often: by its
        clock, once a second, or earlier."""
        for _ in range(times):
            before = self.do("beat")
            wait_for(
                lambda before=before: self.do("beat") != before,
                "a look at everything",
            )

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.link.close()

    def end(self):
        self.process.communicate()
        self.link.close()


@contextlib.contextmanager
def at_work(httpd, pools):
    """Each of these has a request."""
    children = [Child(httpd) for _ in pools]
    for child, pool in zip(children, pools, strict=True):
        assert child.do("claim", pool)
    yield children
    for child in children:
        child.do("release")
        child.end()


@contextlib.contextmanager
def waiting(httpd, pool):
    """A request waits in this pool, and persistd knows."""
    child = Child(httpd)
    child.do("enter", pool)
    child.nudge(pool)
    yield child
    child.do("leave")
    child.end()
