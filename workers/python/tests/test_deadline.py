# SPDX-License-Identifier: Apache-2.0
"""_deadline.py: raised in the late handler, and nowhere else."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios
from pathlib import Path

import pytest
from conftest import (
    BODY,
    DEADLINE,
    FAULT,
    FAULTS,
    LAST,
    PATIENCE,
    PULLED,
    PYPY,
    WANT,
    Answer,
    Connection,
    Start,
    Worker,
    eventually,
)

APP = """
    import os, time

    def spin(request):
        request.log("spins")
        while True:
            pass

    def sleep(request):
        request.log("sleeps")
        time.sleep(60)

    def read(request):
        request.log("reads")
        request.body.read()

    def catch(request):
        try:
            spin(request)
        except persist_worker.DeadlineExceeded:
            late = request.cancelled and request.time_left == 0
            request.respond(200, body=b"caught %d" % late)

    def catch_and_stream(request):
        try:
            spin(request)
        except persist_worker.DeadlineExceeded:
            request.start(200)
            request.flush()
            request.write(b"late, ")
            request.flush()
            request.write(b"but whole")

    def stream(request):
        request.start(200)
        request.write(b"half")
        spin(request)

    def work(request):
        # ends at about the moment when its deadline comes
        count = int(request.env["QUERY_STRING"])
        request.log("works")
        for _ in range(count):
            pass
        request.respond(200, body=b"done")

    def wait():
        while not os.path.exists("go-on"):
            time.sleep(0.01)

    def after(request):
        request.after_response(wait)
        request.respond(200)

    PAGES = {"/spin": spin, "/sleep": sleep, "/read": read, "/catch": catch,
             "/catch-and-stream": catch_and_stream, "/stream": stream,
             "/work": work, "/after": after}

    def handle(request):
        PAGES[request.path](request)
"""
ONE = APP + "\n    persist_worker.each_request(handle)\n"
FOUR = APP + "\n    persist_worker.each_request(handle, threads=4)\n"


class Late:
    """A worker, and a persistd that reports late requests."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.signal = worker.ready()[6]

    def data(self, unit: int = 0) -> Connection:
        return self.worker.data(unit, FAULTS)

    def say(self, request_id: bytes) -> None:
        self.worker.control.send(DEADLINE, request_id)
        os.kill(self.worker.process.pid, self.signal)

    def end(self, data: Connection, request_id: bytes = b"id-1") -> Answer:
        """Report it, each second as httpd does, and take the response."""
        for _ in range(int(PATIENCE)):
            self.say(request_id)
            if data.readable(1.0):
                break
        return data.answer()


threads = pytest.mark.skipif(PYPY, reason="PyPy interrupts only one thread")


@pytest.fixture(
    params=[
        pytest.param(ONE, id="one thread"),
        pytest.param(FOUR, id="four threads", marks=threads),
    ]
)
def late(request: pytest.FixtureRequest, start: Start) -> Late:
    return Late(start(request.param))


@pytest.mark.parametrize("path", ["/spin", "/sleep", "/read"])
def test_the_handler_is_interrupted(start: Start, path: str) -> None:
    late = Late(start(ONE))
    data = late.data()
    data.ask(path, PULLED, soft_ms=1)
    assert data.take()[2].endswith(b"s")
    if path == "/read":
        assert data.take()[0] == WANT
    answer = late.end(data)
    assert (answer.status, answer.flags & FAULT) == (504, FAULT)
    assert "DeadlineExceeded: the request has taken too long" in answer.log
    assert f"in {path[1:]}\n" in answer.log
    data.ask("/work", QUERY_STRING="1")
    assert data.answer().status == 200


@threads
def test_any_thread_is_interrupted(start: Start) -> None:
    late = Late(start(FOUR))
    connections = [late.data(unit) for unit in range(4)]
    for number, data in enumerate(connections):
        data.ask("/spin", soft_ms=1, request_id=b"%d" % number)
        data.take()
    for number, data in enumerate(connections):
        assert late.end(data, b"%d" % number).status == 504


def test_a_handler_may_answer_all_the_same(late: Late) -> None:
    data = late.data()
    data.ask("/catch", soft_ms=60_000)  # our own clock is slower
    data.take()
    assert late.end(data).body == b"caught 1"


def test_a_late_stream_may_be_flushed(late: Late) -> None:
    data = late.data()
    data.ask("/catch-and-stream", soft_ms=1)
    data.take()
    answer = late.end(data)
    assert (answer.body, answer.ok) == (b"late, but whole", True)


def test_a_stream_is_aborted(late: Late) -> None:
    data = late.data()
    data.ask("/stream", soft_ms=1)
    data.take()
    assert not late.end(data).ok


def test_without_a_deadline_nobody_is_interrupted(late: Late) -> None:
    data = late.data()
    data.ask("/work", QUERY_STRING="3000000")
    data.take()
    assert late.end(data).status == 200


def test_work_after_the_response_is_not_interrupted(late: Late) -> None:
    data = late.data()
    data.ask("/after", soft_ms=1)
    data.answer()
    late.say(b"id-1")
    late.worker.script.with_name("go-on").touch()
    data.ask("/work", soft_ms=1, QUERY_STRING="1")
    assert data.answer().status == 200


def test_no_deadline_meets_the_next_request(late: Late) -> None:
    """Each deadline comes at another moment around its request's end."""
    data = late.data()
    seen = set()
    for number in range(200):
        late_id = b"late-%d" % number
        data.ask(
            "/work",
            soft_ms=1,
            request_id=late_id,
            QUERY_STRING=str(number * 200),
        )
        data.take()
        seen.add(late.end(data, late_id).status)
        data.ask("/work", soft_ms=1, request_id=b"ok", QUERY_STRING="2000")
        assert data.answer().status == 200
    assert seen <= {200, 504}
    assert "[ok]" not in late.worker.printed()


@threads
def test_one_that_is_late_does_not_touch_the_others(start: Start) -> None:
    late = Late(start(FOUR))
    others = [late.data(unit) for unit in (1, 2, 3)]
    for number, other in enumerate(others):
        other.ask("/read", PULLED, soft_ms=1, request_id=b"other-%d" % number)
        other.take()
    for _ in range(20):
        data = late.data()
        data.ask("/spin", soft_ms=1)
        data.take()
        assert late.end(data).status == 504
        data.close()
    for other in others:
        assert other.take()[0] == WANT
        assert not other.readable(0)
        other.send(BODY, b"", LAST)
        assert other.answer().status == 500


def test_the_loop_of_a_for_statement_is_interrupted(start: Start) -> None:
    late = Late(
        start("""
            for request in persist_worker.each_request():
                try:
                    request.log("spins")
                    while request.path == "/spin":
                        max(range(99))  # 3.13.0 takes a bare loop out of try
                    request.respond(200)
                except persist_worker.DeadlineExceeded:
                    request.respond(504)
            """)
    )
    data = late.data()
    for _ in range(3):
        data.ask("/spin", soft_ms=1)
        data.take()
        assert late.end(data).status == 504
        assert data.get("/").status == 200


def test_a_loop_that_does_not_catch_it_ends(start: Start) -> None:
    late = Late(
        start("""
            for request in persist_worker.each_request():
                request.log("spins")
                while True:
                    pass
            """)
    )
    data = late.data()
    data.ask(soft_ms=1)
    data.take()
    assert late.end(data).status == 504
    assert late.worker.stop() == 1


def test_cgi_code_leaves_the_process_as_it_was(start: Start) -> None:
    late = Late(
        start("""
            import os, sys

            def program():
                if os.environ["PATH_INFO"] == "/spin":
                    os.environ["LEFT"] = "yes"
                    sys.stderr.write("spins\\n")
                    while True:
                        pass
                print("Content-Type: text/plain\\n")
                print(os.environ.get("LEFT"), end="")

            persist_worker.each_cgi(program)
            """)
    )
    data = late.data()
    data.ask("/spin", soft_ms=1)
    eventually(lambda: "spins" in late.worker.printed())
    assert late.end(data).status == 504
    assert data.get("/").body == b"None"


def status_of(worker: Worker) -> str:
    return Path(f"/proc/{worker.process.pid}/status").read_text()


def waits_to_send(worker: Worker, data: Connection) -> bool:
    """Return whether it sleeps and much of its output is unread."""
    unread = fcntl.ioctl(data.socket, termios.FIONREAD, bytes(4))
    much = int.from_bytes(unread, sys.byteorder) > 64 * 1024
    return much and "State:\tS" in status_of(worker)


def test_cgi_output_under_way_is_not_interrupted(start: Start) -> None:
    """Else its stream would keep what was sent, and send it again."""
    late = Late(
        start("""
            import sys

            def program():
                print("Content-Type: text/plain\\n")
                try:
                    for number in range(40):
                        sys.stdout.write(f"{number:08}" * 8192)
                except persist_worker.DeadlineExceeded:
                    print("late", end="")

            persist_worker.each_cgi(program)
            """)
    )
    data = late.data()
    data.ask(soft_ms=1)
    eventually(lambda: waits_to_send(late.worker, data))
    late.say(b"id-1")
    eventually(lambda: "ShdPnd:\t0000000000000000" in status_of(late.worker))
    body = data.answer().body
    assert body == b"".join(b"%08d" % number * 8192 for number in range(40))


def test_the_signal_is_none_of_the_script_s(start: Start) -> None:
    late = Late(start(ONE))
    assert late.signal == signal.SIGRTMAX - 3
