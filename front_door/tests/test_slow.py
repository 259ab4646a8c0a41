# SPDX-License-Identifier: Apache-2.0
"""Clients that take the response or send the body slowly hold no worker, and
no byte of owners.lock."""

import array
import contextlib
import fcntl
import os
import pathlib
import socket
import subprocess
import termios
import threading
import time

import pytest
from site_of_tests import wait_for

import scripts

SIZE = 8 << 20
PIECE = 100000
TALKS = (
    scripts.LOOP
    + """
    place = os.path.dirname(os.path.abspath(__file__))
    what = request.query
    if what == "quick":
        request.respond(200, {}, b"quick")
        continue
    if what == "once" and not os.path.exists(f"{place}/died"):
        open(f"{place}/died", "w").close()
        request.body.read()
        os._exit(1)
    if what in ("echo", "once"):
        request.respond(200, {}, request.body.read())
        continue
    request.start(200, {"Content-Type": "text/plain"})
    open(f"{place}/began", "w").close()
    if what.startswith("files"):
        with open(f"{place}/big", "rb") as file:
            for _ in range(int(what[5:])):
                request.write(b"between")
                request.send_file(file)
    try:
        sent = 0
        while what == "endless" or what == "long" and sent < SIZE:
            request.write(bytes([97 + sent % 26]) * PIECE)
            sent += PIECE
        if os.path.exists(f"{place}/die"):
            os._exit(1)
        request.finish()
    except persist_worker.ClientGone:
        open(f"{place}/cancelled", "w").close()
""".replace("SIZE", str(SIZE)).replace("PIECE", str(PIECE))
)
LONG = b"".join(
    bytes([97 + sent % 26]) * PIECE for sent in range(0, SIZE, PIECE)
)


def a_pipe():
    return os.pipe()


def a_pipe_of_another_user():
    """As with suEXEC: it may be written to, but not be opened."""
    read, write = os.pipe()
    os.fchmod(write, 0)
    return read, write


def a_socket():
    ends = socket.socketpair()
    return [end.detach() for end in ends]


class Request:
    """One whose server reads and writes what the test says."""

    def __init__(
        self, site, query, length=0, make=a_pipe, method="GET", **variables
    ):
        self.output, self.far = make()
        self.process = subprocess.Popen(
            [site.web / "app.cgi"],
            stdin=subprocess.PIPE,
            stdout=self.far,
            env={
                "GATEWAY_INTERFACE": "CGI/1.1",
                "REQUEST_METHOD": method,
                "QUERY_STRING": query,
                "CONTENT_LENGTH": str(length),
                **variables,
            },
        )

    def write(self, body):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(body)
            self.process.stdin.flush()

    def send(self, body):
        """Returns when persist-cgi has read it."""
        unread = array.array("i", [1])

        def is_read():
            fcntl.ioctl(self.process.stdin, termios.FIONREAD, unread)
            return unread[0] == 0

        self.write(body)
        wait_for(is_read, "a reader of the body")

    def answer_to(self, body):
        """Sends the rest, and reads meanwhile."""
        rest = threading.Thread(target=self.write, args=[body])
        rest.start()
        answer = self.read()
        rest.join()
        return answer

    def has_a_file(self):
        """True when it uses a temporary file."""
        for path in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if str(path.readlink()).endswith("(deleted)"):
                    return True
        return False

    def read(self):
        """All of the response's body, and the exit status."""
        self.close_far()
        pieces = []
        while piece := os.read(self.output, 1 << 20):
            pieces.append(piece)
        return b"".join(pieces).partition(b"\r\n\r\n")[2], self.process.wait()

    def close_far(self):
        os.close(self.far)

    def leave(self):
        self.close_far()
        os.close(self.output)


def one_worker(site, **settings):
    site.set(PersistWorkers="1 1", **settings)
    site.script("app", TALKS)
    assert site.body("app", QUERY_STRING="quick") == "quick"


def assert_busy(site):
    """The one worker takes no request for a while: then that is refused."""
    site.set(PersistQueue="9 300ms")
    done = site.run("app", QUERY_STRING="quick")
    assert done.stdout.endswith(b"PERSIST3002\n"), done
    site.set(PersistQueue=None)


@pytest.mark.parametrize("make", [a_pipe, a_pipe_of_another_user, a_socket])
def test_a_slow_reader_holds_no_worker(site, make):
    one_worker(site)
    request = Request(site, "long", make=make)
    site.wait_for_files([site.web / "began"])
    assert site.body("app", QUERY_STRING="quick") == "quick"
    assert not fcntl.fcntl(request.far, fcntl.F_GETFL) & os.O_NONBLOCK
    assert request.read() == (LONG, 0)


def test_a_slow_client_of_httpd_holds_no_worker(site, httpd):
    one_worker(site)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", httpd.port))
        client.sendall(b"GET /app.cgi?long HTTP/1.0\r\n\r\n")
        site.wait_for_files([site.web / "began"])
        assert httpd.get("/app.cgi?quick") == (200, b"quick")
        answer = client.makefile("rb").read()
        assert answer.partition(b"\r\n\r\n")[2] == LONG


def test_passed_files_wait_for_the_reader_and_the_worker_does_not(site):
    one_worker(site, PersistBuffer="16M 100K")
    (site.web / "big").write_bytes(LONG)
    request = Request(site, "files5")
    site.wait_for_files([site.web / "began"])
    assert site.body("app", QUERY_STRING="quick") == "quick"
    assert request.read() == ((b"between" + LONG) * 5, 0)


def test_a_worker_with_many_files_waits(site):
    one_worker(site)
    (site.web / "big").write_bytes(LONG[:PIECE])
    request = Request(site, "files30")
    site.wait_for_files([site.web / "began"])
    assert_busy(site)
    assert request.read() == ((b"between" + LONG[:PIECE]) * 30, 0)
    assert site.body("app", QUERY_STRING="quick") == "quick"


@pytest.mark.parametrize("room", ["16M 100K", "16M 1M", "16M off", "off"])
def test_beyond_the_buffer_the_worker_waits(site, room):
    one_worker(site, PersistBuffer=room)
    request = Request(site, "long")
    site.wait_for_files([site.web / "began"])
    assert_busy(site)
    assert request.read() == (LONG, 0)
    assert site.body("app", QUERY_STRING="quick") == "quick"


def test_without_a_file_the_worker_waits(site):
    one_worker(site)
    request = Request(site, "long", TMPDIR="/nowhere")
    site.wait_for_files([site.web / "began"])
    assert_busy(site)
    assert request.read() == (LONG, 0)


def test_what_a_worker_sent_before_it_died_is_delivered(site):
    one_worker(site)
    site.write("die", "")
    [pid] = site.processes("app.py")
    request = Request(site, "long")
    wait_for(lambda: pid not in site.processes("app.py"), "its end")
    answer, status = request.read()
    # What its socket still had may be lost.
    assert LONG.startswith(answer) and len(answer) > SIZE // 2
    assert status == 1


def test_a_worker_that_waits_for_a_reader_is_not_late(site):
    one_worker(site, PersistBuffer="off", PersistRequestTimeout="off 2s")
    [pid] = site.processes("app.py")
    request = Request(site, "endless")
    site.wait_for_files([site.web / "cancelled"])
    assert site.body("app", QUERY_STRING="quick") == "quick"
    assert site.processes("app.py") == [pid]
    assert request.read()[1] == 1


@pytest.mark.parametrize("room", ["16M 1G", "off"])
def test_a_slow_reader_that_leaves_cancels_the_request(site, room):
    one_worker(site, PersistBuffer=room)
    request = Request(site, "endless")
    site.wait_for_files([site.web / "began"])
    request.leave()
    site.wait_for_files([site.web / "cancelled"])
    assert request.process.wait() == 0
    assert site.body("app", QUERY_STRING="quick") == "quick"


def test_a_slow_sender_holds_no_worker(site):
    one_worker(site)
    body = os.urandom(3 << 20)
    request = Request(site, "echo", len(body))
    request.send(body[: 100 << 10])
    assert site.body("app", QUERY_STRING="quick") == "quick"
    time.sleep(0.2)  # what makes it slow
    request.send(body[100 << 10 : 1 << 20])
    wait_for(request.has_a_file, "a file")
    assert site.body("app", QUERY_STRING="quick") == "quick"
    assert request.answer_to(body[1 << 20 :]) == (body, 0)


def test_a_body_that_no_file_can_keep_is_refused_before_the_script(site):
    one_worker(site)
    request = Request(site, "long", 1 << 20, TMPDIR="/nowhere")
    request.send(b"x" * PIECE)
    time.sleep(0.2)
    answer, status = request.answer_to(b"x" * ((1 << 20) - PIECE))
    assert (answer, status) == (b"PERSIST3008\n", 0)
    assert not (site.web / "began").exists()


@pytest.mark.parametrize("room", ["80K 16M", "300K 16M", "off"])
def test_a_body_beyond_the_buffer_is_passed_on(site, room):
    one_worker(site, PersistBuffer=room)
    body = os.urandom(1 << 20)
    request = Request(site, "echo", len(body))
    request.send(body[:PIECE])
    time.sleep(0.2)
    assert request.answer_to(body[PIECE:]) == (body, 0)


def test_a_body_that_is_kept_is_sent_to_another_worker(site):
    one_worker(site)
    body = os.urandom(200 << 10)
    request = Request(site, "once", len(body), method="PUT")
    request.send(body)
    assert request.read() == (body, 0)


@contextlib.contextmanager
def all_bytes_but_one(site):
    """Holds the others, as so many requests would."""
    with open(site.runtime / "current/p/owners.lock", "r+b") as owners:
        fcntl.lockf(owners, fcntl.LOCK_EX | fcntl.LOCK_NB, 1023, 1)
        yield


def test_a_slow_sender_holds_no_owners_byte(site):
    one_worker(site)
    with all_bytes_but_one(site):
        request = Request(site, "echo", 1000)
        request.send(b"x" * 500)
        assert site.body("app", QUERY_STRING="quick") == "quick"
        request.send(b"x" * 500)
        assert request.read() == (b"x" * 1000, 0)


def test_a_slow_reader_holds_no_owners_byte(site):
    one_worker(site)
    with all_bytes_but_one(site):
        request = Request(site, "long")
        site.wait_for_files([site.web / "began"])
        wait_for(
            lambda: b"quick" in site.run("app", QUERY_STRING="quick").stdout,
            "the byte of the reader",
        )
        assert request.read() == (LONG, 0)
