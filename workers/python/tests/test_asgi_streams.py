# SPDX-License-Identifier: Apache-2.0
"""Many requests of one ASGI worker at a time, and clients that are slow."""

from __future__ import annotations

import resource
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import (
    BODY,
    END,
    HERE,
    IDLE,
    LOG,
    PROBE,
    PULLED,
    PYPY,
    RESPONSE,
    WANT,
    Connection,
    Worker,
    eventually,
)
from test_asgi import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

STREAMS = 200
LARGE = 8_000_000
PER_STREAM = 512 * 1024  # bytes; far below LARGE


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(PAGES, tmp_path)
    worker.ready()
    yield worker
    worker.end()


def memory_of(worker: Worker) -> int:
    text = Path(f"/proc/{worker.process.pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) * 1024


def stream(worker: Worker, unit: int) -> Connection:
    data = worker.data(unit)
    data.ask("/early_head", request_id=b"s-%d" % unit)
    head = data.take()
    assert head is not None
    assert head[0] == RESPONSE
    return data


def test_hundreds_of_streams_and_others_meanwhile(worker: Worker) -> None:
    streams = [stream(worker, unit) for unit in range(STREAMS)]
    other = worker.data(STREAMS)
    assert {other.get("/hello").body for _ in range(100)} == {b"hello"}
    assert other.get("/release").body == b"%d" % STREAMS
    assert {data.answer().body for data in streams} == {b"late"}


@pytest.mark.skipif(PYPY, reason="PyPy's memory grows in larger steps")
def test_a_slow_client_holds_its_own_task(worker: Worker) -> None:
    before = memory_of(worker)
    slow = worker.data(0)
    slow.ask("/large", QUERY_STRING=str(LARGE))
    other = worker.data(1)
    assert {other.get("/hello").body for _ in range(100)} == {b"hello"}
    assert memory_of(worker) - before < LARGE + PER_STREAM
    assert worker.printed() == ""
    assert len(slow.answer().body) == LARGE
    eventually(lambda: worker.printed() == "large was taken\n")


def _logged(data: Connection) -> int:
    """Return how many lines come, to a client that is slow at times."""
    data.ask("/logging_in_a_thread")
    lines = 0
    while (message := data.take()) is not None and message[0] != END:
        if message[0] == LOG:
            lines += 1
            time.sleep(0.001 * (lines % 50 == 0))
    return lines


def test_threads_log_while_the_loop_sends(worker: Worker) -> None:
    with ThreadPoolExecutor(12) as clients:
        lines = clients.map(lambda n: _logged(worker.data(n)), range(12))
        assert list(lines) == [4000] * 12


def _printed_by_turns(worker: Worker, how: str) -> list[str]:
    """Return what two requests print, which begin their lines together."""
    for unit in (1, 2):
        data = worker.data(unit)
        data.ask(
            "/printing_by_turns", QUERY_STRING=how, request_id=b"p%d" % unit
        )
        assert data.take() is not None
    assert worker.data().get("/release").status == 200
    assert worker.stop() == 0
    return worker.log.read_text().split("\n")[:-3]


def test_lines_that_tasks_print_by_turns_are_not_mixed(worker: Worker) -> None:
    assert sorted(_printed_by_turns(worker, "")) == [
        "\x1ep1\x1fone two",
        "\x1ep2\x1fone two",
    ]


def test_flushed_parts_of_lines_are_not_mixed(worker: Worker) -> None:
    assert sorted(_printed_by_turns(worker, "flush")) == [
        "\x1ep1\x1fone ",
        "\x1ep1\x1ftwo",
        "\x1ep2\x1fone two",
    ]


def test_two_tasks_send_whole_messages(worker: Worker) -> None:
    data = worker.data()
    data.ask("/two_tasks")
    assert worker.data(1).get("/hello").status == 200
    parts = data.answer().body
    assert sorted(parts[n] for n in (0, 1_000_000, 2_000_000)) == [65, 66, 67]
    assert all(
        parts[n : n + 1_000_000] == parts[n : n + 1] * 1_000_000
        for n in range(0, 3_000_000, 1_000_000)
    )


def test_a_body_is_asked_for_when_it_is_read(worker: Worker) -> None:
    data = worker.data()
    data.ask("/sleeping", PULLED, b"abc")
    assert worker.data(1).get("/hello").status == 200
    assert not data.readable(0)
    other = worker.data(2)
    other.ask("/events", PULLED, b"abc")
    want = other.take()
    assert want is not None
    assert want[0] == WANT


def is_idle(worker: Worker) -> bool:
    """Ask, and wait for the answer, which comes when the request is over."""
    worker.control.send(PROBE, 0)
    return worker.control.told() == [IDLE, 0]


def test_a_client_that_leaves_is_told_and_cancels_nothing(
    worker: Worker,
) -> None:
    data = worker.data()
    data.ask("/waiting")
    assert data.take() is not None
    begun = data.take()
    assert begun is not None
    assert begun[0] == BODY
    data.socket.shutdown(socket.SHUT_WR)
    told = ["http.disconnect http.disconnect", "ClientGone"]
    eventually(lambda: worker.printed().splitlines() == told)
    assert not data.readable(0)
    assert worker.data(1).get("/release").body == b"1"
    assert data.take() == [END, 0, 0, []]
    assert data.take() is None
    told.append("completed")
    eventually(lambda: worker.printed().splitlines() == told)
    assert is_idle(worker)


def test_work_goes_on_when_its_client_has_left(worker: Worker) -> None:
    data = worker.data()
    data.ask("/charging", HERE, b"a payment")
    eventually(lambda: worker.printed() == "charged\n")
    data.close()
    assert is_idle(worker)
    assert worker.printed() == "charged\nstored\n"


@pytest.mark.parametrize(
    ("page", "said"), [("/endless", "ended"), ("/streaming", "background")]
)
def test_a_stream_ends_when_its_client_has_left(
    worker: Worker, page: str, said: str
) -> None:
    data = worker.data()
    data.ask(page)
    assert data.take() is not None
    data.close()
    assert is_idle(worker)
    assert worker.printed() == f"{said}\n"


def test_the_deadline_is_kept_when_the_client_has_left(worker: Worker) -> None:
    data = worker.data()
    data.ask("/sleeping", soft_ms=200)
    eventually(lambda: worker.printed() == "begun\n")
    data.close()
    assert is_idle(worker)
    assert "DeadlineExceeded" in worker.printed()


def test_a_read_may_find_that_the_client_has_left(
    worker: Worker, tmp_path: Path
) -> None:
    go_on = tmp_path / "go-on"
    data = worker.data()
    data.ask("/reading", PULLED, b"abc", QUERY_STRING=str(go_on))
    while (message := data.take()) is not None and message[0] != BODY:
        pass
    data.socket.shutdown(socket.SHUT_WR)
    go_on.touch()
    assert data.take() == [END, 0, 0, []]
    assert worker.printed() == "http.disconnect\n"


def test_a_slow_client_may_leave(worker: Worker) -> None:
    data = worker.data()
    data.ask("/large", QUERY_STRING=str(LARGE))
    assert data.take() is not None
    data.close()
    assert is_idle(worker)
    assert worker.printed() == "large was taken\n"
    assert worker.data().get("/hello").body == b"hello"


def _seconds_of_fifty(data: Connection) -> float:
    begin = time.monotonic()
    assert {data.get("/hello").body for _ in range(50)} == {b"hello"}
    return time.monotonic() - begin


def test_others_do_not_wait_for_a_free_descriptor(worker: Worker) -> None:
    data = worker.data()
    usual = _seconds_of_fifty(data)
    pid = worker.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    taken = {int(path.name) for path in Path(f"/proc/{pid}/fd").iterdir()}
    first_free = min(set(range(len(taken) + 1)) - taken)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (first_free, limits[1]))
    waiting = worker.data(1)
    waiting.ask("/hello")
    # 50 pauses are 5 s more, each time.
    eventually(lambda: _seconds_of_fifty(data) < usual + 2.5)
    assert not waiting.readable(0)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
    assert waiting.answer().body == b"hello"
