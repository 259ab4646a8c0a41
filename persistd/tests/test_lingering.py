# SPDX-License-Identifier: Apache-2.0
"""persistd goes on, whatever is passed to it. Where the kernel refuses that
for it, conn_test.c tries what it does elsewhere."""

import contextlib
import shutil
import socket
import struct
import threading
import time

import pytest
from lingering import SECONDS, give, stopped
from pywire import HELLO, frame
from test_persistctl import persistctl
from waiting import wait_for

BEGUN = b"\xce\x00\x00\x00"  # a part of a frame
MUCH = bytes(32768)  # no frame, and more than one read takes


@pytest.fixture(params=["admin", "p/http"])
def name(request):
    return request.param


def stranger(httpd, name):
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(str(httpd.instance / name))
    return sock


def serves(httpd):
    """Who asks may be turned away, too, until persistd has seen others go."""
    with contextlib.suppress(ValueError, OSError):
        return httpd.status(name="admin", token=b"")["phase"] == "serving"


def goes_on(httpd):
    began = time.monotonic()
    wait_for(lambda: serves(httpd), "an answer")
    assert time.monotonic() - began < SECONDS / 2


def test_what_is_passed_before_hello_holds_nobody_up(httpd, name):
    with stranger(httpd, name) as sock:
        with stopped(httpd.process.pid):
            passed = give(sock, BEGUN)
        goes_on(httpd)
        if passed:
            httpd.logged("descriptors that nobody asked for")


def test_what_is_passed_behind_hello_holds_nobody_up(httpd, name):
    token = b"" if name == "admin" else httpd.token
    with stranger(httpd, name) as sock:
        with stopped(httpd.process.pid):
            sock.sendall(frame(HELLO, token, 1, 0))
            give(sock, BEGUN)
        goes_on(httpd)


def test_what_is_passed_out_of_band_holds_nobody_up(httpd, name):
    with stranger(httpd, name) as sock:
        with stopped(httpd.process.pid):
            give(sock, BEGUN, socket.MSG_OOB)
            sock.sendall(BEGUN)
        goes_on(httpd)


def test_what_is_left_unread_holds_nobody_up(httpd, name):
    with stranger(httpd, name) as sock:
        with stopped(httpd.process.pid):
            sock.sendall(MUCH)
            give(sock, BEGUN)
        goes_on(httpd)


def test_who_is_turned_away_holds_nobody_up(httpd):
    with contextlib.ExitStack() as visitors:
        with stopped(httpd.process.pid):
            for _ in range(64):
                give(visitors.enter_context(stranger(httpd, "admin")), BEGUN)
        visitors.close()
        goes_on(httpd)


def test_what_a_worker_passes_holds_nobody_up(httpd):
    httpd.ensure(httpd.script(), "lingering")
    passed = "True" in httpd.logged("passed: ")
    goes_on(httpd)
    if passed:
        httpd.logged("PERSIST4002")


def test_who_has_taken_persistds_place_does_not_hold_persistctl_up(idle_httpd):
    def serve():
        sock, _ = listener.accept()
        with sock:
            sock.recv(4096)
            who = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            with stopped(struct.unpack("iII", who)[0]):
                give(sock, BEGUN)

    idle_httpd.instance.mkdir(mode=0o711)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(idle_httpd.instance / "admin"))
        listener.listen()
        began = time.monotonic()
        thread = threading.Thread(target=serve)
        thread.start()
        done = persistctl(idle_httpd)
        assert time.monotonic() - began < SECONDS / 2
        thread.join()
    assert done.returncode == 1 and done.stdout == ""
    shutil.rmtree(idle_httpd.instance)
