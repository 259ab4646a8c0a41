# SPDX-License-Identifier: Apache-2.0
"""The life of a worker with an ASGI application: start, deadline, end."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest
from conftest import (
    DEADLINE,
    END,
    FAULT,
    FAULTS,
    LEAVING,
    STOP,
    Connection,
    Start,
    Worker,
    eventually,
    run_once,
)
from test_asgi import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(PAGES, tmp_path)
    yield worker
    worker.end()


def released(worker: Worker) -> None:
    assert worker.data(900).get("/release").status == 200


def test_ready_offers_many_requests(worker: Worker) -> None:
    ready = worker.ready()
    assert ready[4] == 1024
    assert not ready[3] & 2  # clones


def test_startup_that_fails_is_the_last_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESPAN", "failing")
    worker = Worker(PAGES, tmp_path)
    assert worker.ended() == 1
    with pytest.raises(ConnectionResetError):  # without READY
        worker.control.take()
    assert worker.printed().splitlines() == [
        "Traceback: of many",
        "lines",
        "the application's startup failed: no database",
    ]


def test_an_application_needs_no_lifespan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESPAN", "unsupported")
    worker = Worker(PAGES, tmp_path)
    worker.ready()
    assert worker.data().get("/hello").body == b"hello"
    assert worker.stop() == 0
    assert worker.printed().splitlines() == [
        "the application has no lifespan: ValueError: no lifespan here",
        "behind the loop",
    ]


@pytest.mark.parametrize("when", ["startup", "shutdown"])
def test_an_exception_of_a_lifespan_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    monkeypatch.setenv("LIFESPAN", f"raising at {when}")
    worker = Worker(PAGES, tmp_path)
    worker.ready()
    assert worker.data().get("/hello").body == b"hello"
    assert worker.stop() == 0
    lines = worker.printed().splitlines()
    assert "the application's lifespan has failed:" in lines
    assert lines.count("LookupError: no database") == 1


def test_a_lifespan_answers_what_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESPAN", "confused")
    worker = Worker(PAGES, tmp_path)
    worker.ready()
    assert worker.stop() == 0
    wrong, *rest = worker.printed().splitlines()
    assert wrong == (
        "'lifespan.shutdown.complete' was sent, expected an answer to "
        "lifespan.startup"
    )
    assert rest == ["shutdown", "behind the loop"]


@pytest.mark.skipif(
    not hasattr(asyncio, "eager_task_factory"), reason="new in Python 3.12"
)
def test_tasks_may_begin_at_once(start: Start) -> None:
    worker = start("""
        import asyncio
        from persist_worker import serve_asgi

        async def application(scope, receive, send):
            loop = asyncio.get_running_loop()
            loop.set_task_factory(asyncio.eager_task_factory)
            if scope["type"] != "http":
                raise RuntimeError("no lifespan")
            if scope["path"].endswith("/later"):
                await asyncio.sleep(0)
            await send({"type": "http.response.start", "status": 204})
            await send({"type": "http.response.body"})
            if scope["path"].endswith("/behind"):
                await asyncio.sleep(0)

        serve_asgi(application)
    """)
    worker.ready()
    data = worker.data()
    for path in ("/", "/later", "/behind") * 2:
        assert data.get(path).status == 204
    assert worker.stop() == 0
    assert worker.printed() == (
        "the application has no lifespan: RuntimeError: no lifespan\n"
    )


def test_stop_waits_for_requests_and_work_behind_them(
    worker: Worker, tmp_path: Path
) -> None:
    worker.ready()
    go_on = tmp_path / "go-on"
    data, later = worker.data(), worker.data(2)
    data.ask("/listening")
    assert data.take() is not None
    assert later.get("/hello").status == 200
    answer = worker.data(1).get("/background_file", QUERY_STRING=str(go_on))
    assert answer.body == b"hello"
    worker.control.send(STOP)
    eventually(lambda: _is_refused(later))
    data.close()
    go_on.touch()
    assert worker.ended() == 0
    assert worker.printed().splitlines() == [
        "background work is done",
        "shutdown",
        "behind the loop",
    ]


@pytest.mark.parametrize("way", ["stop", "orphan"])
def test_a_worker_that_ends_finishes_its_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    # An orphan has half as long again to end, Python included.
    monkeypatch.setenv("PERSIST_ORPHAN_SECONDS", "3" if way == "orphan" else "")
    worker = Worker(PAGES, tmp_path)
    worker.ready()
    data, later = worker.data(), worker.data(1)
    data.ask("/an_hour", QUERY_STRING=str(tmp_path / "go-on"))
    assert data.take() is not None
    if way == "stop":
        worker.control.send(STOP)
    else:
        worker.control.close()
    eventually(lambda: _is_refused(later))
    (tmp_path / "go-on").touch()
    answer = data.answer()
    assert (answer.ok, answer.body) == (True, b"done")
    assert worker.ended() == 0
    assert worker.printed().splitlines() == ["shutdown", "behind the loop"]
    worker.end()


def _is_refused(data: Connection) -> bool:
    data.ask("/hello")
    return data.take() == [END, 0, 0, []]


def test_work_behind_the_response_blocks_no_unit(worker: Worker) -> None:
    worker.ready()
    data = worker.data()
    answers = [data.get("/background") for _ in range(3)]
    assert {answer.body for answer in answers} == {b"hello"}
    assert {answer.after for answer in answers} == {False}
    released(worker)
    done = "background work is done\n" * 3
    eventually(lambda: worker.printed() == done)
    assert worker.stop() == 0


@pytest.mark.parametrize("page", ["/sleeping", "/waiting"])
def test_the_deadline_cancels_the_task(worker: Worker, page: str) -> None:
    worker.ready()
    data = worker.data(features=FAULTS)
    data.ask(page, request_id=b"late-1", soft_ms=1)
    if page == "/sleeping":
        eventually(lambda: "begun" in worker.printed())
    else:
        assert data.take() is not None
    worker.control.send(DEADLINE, b"late-1")
    answer = data.answer()
    assert "DeadlineExceeded" in answer.log
    if page == "/sleeping":
        assert (answer.status, answer.flags & FAULT) == (504, FAULT)
    else:
        assert not answer.ok


def test_a_request_may_be_late_before_its_task_begins(worker: Worker) -> None:
    worker.ready()
    data = worker.data()
    assert data.get("/hello").status == 200
    worker.process.send_signal(signal.SIGSTOP)
    data.ask("/hello", request_id=b"late-4", soft_ms=1)
    worker.control.send(DEADLINE, b"late-4")
    worker.process.send_signal(signal.SIGCONT)
    assert data.answer().status == 504
    assert worker.stop() == 0


def test_a_deadline_that_a_send_takes_in_cancels_too(
    worker: Worker, tmp_path: Path
) -> None:
    worker.ready()
    go_on = tmp_path / "go-on"
    data = worker.data()
    data.ask(
        "/looking", request_id=b"late-3", soft_ms=1, QUERY_STRING=str(go_on)
    )
    eventually(lambda: "begun" in worker.printed())
    worker.control.send(DEADLINE, b"late-3")
    go_on.touch()
    answer = data.answer()
    assert "DeadlineExceeded" in answer.log
    assert not answer.ok


def test_an_application_may_answer_at_the_deadline(worker: Worker) -> None:
    worker.ready()
    data = worker.data()
    data.ask("/stubborn", request_id=b"late-2", soft_ms=1)
    assert worker.data(1).get("/hello").status == 200
    worker.control.send(DEADLINE, b"late-2")
    assert data.answer().body == b'"in time"'


def test_system_exit_ends_the_worker(worker: Worker) -> None:
    worker.ready()
    held, data = worker.data(1), worker.data()
    held.ask("/listening")
    assert held.take() is not None
    assert data.get("/leaving").status == 500
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    data.ask("/hello")
    assert data.take() == [END, 0, 0, []]
    held.close()
    assert worker.stop() == 5


def test_an_interrupt_ends_the_worker(worker: Worker) -> None:
    worker.ready()
    assert worker.data().get("/hello").status == 200
    worker.process.send_signal(signal.SIGINT)
    message = worker.control.told()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == -signal.SIGINT


def test_a_terminal_sees_the_startup_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIFESPAN", "failing")
    ended = run_once(PAGES, "--get", "/hello")
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr.endswith(b"startup failed: no database\n")
