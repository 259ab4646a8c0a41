# SPDX-License-Identifier: Apache-2.0
"""The loop as an iterator, which threads share, and how it is left."""

from __future__ import annotations

import signal

import pytest
from conftest import IDLE, LEAVING, PROBE, STOP, Start, Worker


def test_iterator_form(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            if request.path != "/nothing":
                request.respond(200, {}, request.path.encode())
        print("behind the loop")
    """)
    data = worker.data()
    assert data.get("/a").body == b"/a"
    assert data.get("/nothing").status == 500
    assert data.get("/b").body == b"/b"
    assert worker.stop() == 0
    assert worker.printed() == "behind the loop\n"


def test_iterator_is_shared_by_threads(start: Start) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request(threads=2)
        both = threading.Barrier(2, timeout=60)
        def serve():
            for request in requests:
                both.wait()
                request.respond(200, {}, b"met")
        other = threading.Thread(target=serve)
        other.start()
        serve()
        other.join()
    """)
    one, two = worker.data(0), worker.data(1)
    one.ask()
    two.ask()
    assert (one.answer().body, two.answer().body) == (b"met", b"met")
    assert worker.stop() == 0


def fails_and_leaves(worker: Worker) -> None:
    """Take the response to its request, and what it reports to persistd."""
    worker.ready()
    answer = worker.data().get()
    assert answer.status == 500
    assert "LookupError: what a pity" in answer.log
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING


def test_exception_that_leaves_the_iterator(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            raise LookupError("what a pity")
    """)
    fails_and_leaves(worker)
    assert worker.stop() == 1


def leaves_with_both_units_free(worker: Worker) -> None:
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    for unit in (0, 1):
        worker.control.send(PROBE, unit)
        assert worker.control.told() == [IDLE, unit]


BESIDE = """
    import signal, sys, threading
    signal.signal(signal.SIGUSR1, lambda *_: sys.exit(3))
    requests = persist_worker.each_request(threads=2)
    both = threading.Barrier(2, timeout=60)
    def serve():
        for request in requests:
            both.wait()
            request.respond(200)
    threading.Thread(target=serve).start()
    for request in requests:
        both.wait()
"""


@pytest.mark.parametrize(
    ("end", "status", "exit_status"),
    [
        ("raise LookupError('what a pity')", 500, 1),
        ("sys.exit(3)", 500, 3),
        ("request.respond(204); break", 204, 0),
        ("request.after_response(lambda: sys.exit(3))", 500, 3),
    ],
)
def test_main_leaves_the_iterator_that_others_are_in(
    start: Start, end: str, status: int, exit_status: int
) -> None:
    worker = start(f"{BESIDE}        {end}\n")
    worker.ready()
    connections = [worker.data(unit) for unit in (0, 1)]
    for data in connections:
        data.ask()
    answers = [data.answer() for data in connections]
    assert sorted(answer.status for answer in answers) == [200, status]
    leaves_with_both_units_free(worker)
    assert worker.stop() == exit_status


def test_main_is_told_to_exit_while_all_wait(start: Start) -> None:
    worker = start(f"{BESIDE}        request.respond(202)\n")
    worker.ready()
    connections = [worker.data(unit) for unit in (0, 1)]
    for data in connections:
        data.ask()
    assert {data.answer().status for data in connections} == {200, 202}
    worker.process.send_signal(signal.SIGUSR1)
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 3


def test_main_may_leave_the_iterator_to_others(start: Start) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request(threads=2)
        def serve():
            for request in requests:
                request.respond(200)
        for _ in range(2):
            threading.Thread(target=serve).start()
    """)
    worker.ready()
    data = worker.data()
    assert [data.get().status for _ in range(3)] == [200] * 3
    worker.control.send(PROBE, 0)
    assert worker.control.told() == [IDLE, 0]
    assert worker.stop() == 0


def test_exception_that_leaves_the_iterator_in_a_thread(start: Start) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request()
        def serve():
            for request in requests:
                raise LookupError("what a pity")
        thread = threading.Thread(target=serve)
        thread.start()
        thread.join()
    """)
    fails_and_leaves(worker)
    assert worker.stop() == 0


@pytest.mark.parametrize(
    ("end", "seen"),
    [
        ("request.respond(204); return", (204, True)),
        ("break", (500, True)),
        ("request.start(200); request.write(b'half'); break", (200, False)),
        ("request.after_response(lambda: 1 / 0); break", (500, True)),
        ("request.after_response(sys.exit); break", (500, True)),
    ],
)
def test_a_thread_that_leaves_the_iterator_gives_its_request_back(
    start: Start, end: str, seen: tuple[int, bool]
) -> None:
    worker = start(f"""
        import sys, threading
        requests = persist_worker.each_request(threads=2)
        both = threading.Barrier(2, timeout=60)
        def leave():
            for request in requests:
                both.wait()
                {end}
        threading.Thread(target=leave).start()
        for request in requests:
            both.wait()
            request.respond(202)
        print("behind the loop")
    """)
    worker.ready()
    connections = [worker.data(unit) for unit in (0, 1)]
    for data in connections:
        data.ask()
    answers = [data.answer() for data in connections]
    found = sorted((answer.status, answer.ok) for answer in answers)
    assert found == sorted([(202, True), seen])
    leaves_with_both_units_free(worker)
    assert worker.stop() == 0
    assert "behind the loop" in worker.printed()


def test_a_thread_may_leave_the_iterator_with_its_last_request(
    start: Start,
) -> None:
    worker = start("""
        import threading
        requests = persist_worker.each_request()
        thread = threading.Thread(target=lambda: next(requests).respond(200))
        thread.start()
        thread.join()
        print("behind the thread")
    """)
    worker.ready()
    assert worker.data().get().status == 200
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 0
    assert worker.printed() == "behind the thread\n"


def test_break_leaves_in_order(start: Start) -> None:
    worker = start("""
        for request in persist_worker.each_request():
            request.respond(200)
            break
    """)
    worker.ready()
    assert worker.data().get().status == 200
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    worker.control.send(STOP)
    assert worker.ended() == 0


@pytest.mark.parametrize("end", ["break", "sys.exit(3)", "raise SystemExit"])
def test_leaving_in_mid_stream_aborts_it(start: Start, end: str) -> None:
    worker = start(f"""
        import sys
        for request in persist_worker.each_request():
            request.start(200)
            request.write(b"half")
            {end}
    """)
    worker.ready()
    answer = worker.data().get()
    assert (answer.status, answer.body, answer.ok) == (200, b"half", False)
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == (3 if "3" in end else 0)


def test_exit_in_work_after_the_response(start: Start) -> None:
    """The unit is idle then, though no thread asked for another request."""
    worker = start("""
        import sys
        for request in persist_worker.each_request():
            request.after_response(lambda: sys.exit(3))
            request.respond(200)
    """)
    worker.ready()
    assert worker.data().get().after
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    worker.control.send(PROBE, 0)
    assert worker.control.take() == [IDLE, 0]
    assert worker.stop() == 3
