# SPDX-License-Identifier: Apache-2.0
"""Clients that send the body slowly hold no byte of owners.lock."""

import array
import contextlib
import fcntl
import os
import subprocess
import termios

from site_of_tests import wait_for

import scripts

TALKS = (
    scripts.LOOP
    + """
    request.respond(200, {}, request.body.read() or b"quick")
"""
)


class Request:
    """One whose server reads and writes what the test says."""

    def __init__(self, site, length):
        self.output, self.far = os.pipe()
        self.process = subprocess.Popen(
            [site.web / "app.cgi"],
            stdin=subprocess.PIPE,
            stdout=self.far,
            env={
                "GATEWAY_INTERFACE": "CGI/1.1",
                "REQUEST_METHOD": "POST",
                "CONTENT_LENGTH": str(length),
            },
        )

    def send(self, body):
        """Returns when persist-cgi has read it."""
        unread = array.array("i", [1])

        def is_read():
            fcntl.ioctl(self.process.stdin, termios.FIONREAD, unread)
            return unread[0] == 0

        self.process.stdin.write(body)
        self.process.stdin.flush()
        wait_for(is_read, "a reader of the body")

    def read(self):
        """All of the response's body, and the exit status."""
        os.close(self.far)
        pieces = []
        while piece := os.read(self.output, 1 << 20):
            pieces.append(piece)
        return b"".join(pieces).partition(b"\r\n\r\n")[2], self.process.wait()


@contextlib.contextmanager
def all_bytes_but_one(site):
    """Holds the others, as so many requests would."""
    with open(site.runtime / "current/p/owners.lock", "r+b") as owners:
        fcntl.lockf(owners, fcntl.LOCK_EX | fcntl.LOCK_NB, 1023, 1)
        yield


def test_a_slow_sender_holds_no_owners_byte(site):
    site.script("app", TALKS)
    assert site.body("app") == "quick"
    with all_bytes_but_one(site):
        request = Request(site, 1000)
        request.send(b"x" * 500)
        assert site.body("app") == "quick"
        request.send(b"x" * 500)
        assert request.read() == (b"x" * 1000, 0)
