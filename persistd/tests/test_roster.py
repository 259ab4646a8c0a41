# SPDX-License-Identifier: Apache-2.0
"""What a new persistd finds: sockets that nobody answers on, workers that
hang, and steps that its predecessor did not finish."""

import os
import signal
import socket

import pytest
from children import FREE, Child
from driver import Httpd
from processes import alive, terminate
from waiting import wait_for


class Deaf:
    """The only worker does not run for a while, and its backlog is full. Not
    to be made while persistd lives: a group that loses its parent while it is
    stopped gets SIGHUP."""

    def __init__(self, httpd, pid):
        self.pid = pid
        self.visitors = []
        (path,) = (httpd.instance / "p").glob("w.*")
        os.kill(pid, signal.SIGSTOP)
        try:
            while True:
                sock = socket.socket(socket.AF_UNIX)
                sock.setblocking(False)
                self.visitors.append(sock)
                sock.connect(str(path))
        except BlockingIOError:
            pass

    def hear(self):
        for sock in self.visitors:
            sock.close()
        os.kill(self.pid, signal.SIGCONT)


def test_a_worker_that_can_not_be_reached_is_adopted(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    httpd.kill()
    deaf = Deaf(httpd, pid)
    httpd.start()
    assert httpd.live() == [pid]
    assert child.do("holds") == 1
    deaf.hear()
    child.do("finishing")
    wait_for(lambda: child.do("unit", 0) == FREE, "the worker's answer")
    assert httpd.live() == [pid]
    child.end()


def test_a_worker_that_can_not_be_reached_can_be_killed(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    httpd.kill()
    deaf = Deaf(httpd, pid)
    httpd.start()
    child.do("broken")
    wait_for(lambda: not alive(pid), "the worker's end")
    httpd.wait_live(0)
    for sock in deaf.visitors:
        sock.close()
    child.end()


@pytest.mark.parametrize("slot", [3, 4000000000])
def test_a_socket_that_nobody_listens_on_is_removed(httpd, slot):
    httpd.kill()
    path = httpd.instance / f"p/w.{slot}.99"
    sock = socket.socket(socket.AF_UNIX)
    sock.bind(str(path))
    sock.close()
    httpd.start()
    assert not path.exists()


def test_a_worker_that_was_told_to_leave_at_boot_is_no_failed_boot(httpd):
    script = httpd.script()
    httpd.ensure(script, "hang")
    (old,) = httpd.wait_live(1, "starting")
    script.write_text("second, and longer\n")
    httpd.ensure(script)
    httpd.wait_live(1)
    httpd.restart()
    terminate(old)
    wait_for(lambda: httpd.status()["workers"] == 1, "its end")
    assert "PERSIST2002" not in httpd.log()


def test_a_worker_of_an_older_script_is_told_to_leave(httpd):
    """A predecessor died just after it had written down the new version."""
    script = httpd.script()
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    child = Child(httpd)
    httpd.kill()
    script.write_text("second, and longer\n")
    other = Httpd().start()
    other.ensure(script)
    version = int(other.status()["pools"][0]["version"], 16)
    assert other.close() == []
    child.do("version", version)
    httpd.start()
    wait_for(lambda: not alive(old), "the old worker's end")
    child.end()
