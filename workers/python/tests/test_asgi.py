# SPDX-License-Identifier: Apache-2.0
"""ASGI applications: each message, right and wrong, in a worker and as CGI."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Callable

import pytest
from conftest import (
    BODY,
    BROKEN,
    FAULT,
    FAULTS,
    FILES,
    HERE,
    LAST,
    MORE,
    PULLED,
    WANT,
    Answer,
    Connection,
    Worker,
    cgi_answer,
    eventually,
    run_once,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = Path(__file__).resolve().parent / "asgi_pages.py"
FILE = PAGES.read_bytes()


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = Worker(PAGES, tmp_path_factory.mktemp("w"))
    yield worker
    worker.end()


@pytest.fixture
def data(worker: Worker) -> Iterator[Connection]:
    connection = worker.data(features=FAULTS)
    yield connection
    connection.close()


def terminal(page: str) -> Answer:
    return cgi_answer(run_once(PAGES, "-i", "--get", page).stdout)


# ---- the request's body


def test_no_body_is_one_empty_event(data: Connection) -> None:
    events = json.loads(data.get("/events").body)
    assert events == [{"type": "http.request", "body": 0, "more_body": False}]


def test_a_body_that_is_here_is_one_event(data: Connection) -> None:
    data.ask("/events", HERE, b"x" * 60000)
    events = json.loads(data.answer().body)
    assert [event["body"] for event in events] == [60000]
    assert not events[0]["more_body"]


def test_a_pulled_body_comes_as_it_is_read(data: Connection) -> None:
    data.ask("/events", PULLED, b"abc")
    want = data.take()
    assert want is not None
    assert want[0] == WANT
    data.send(BODY, b"x" * 100000, MORE)
    data.send(BODY, b"", LAST)
    events = json.loads(data.answer().body)
    assert sum(event["body"] for event in events) == 100003
    assert max(event["body"] for event in events) <= 65536
    assert [event["more_body"] for event in events].index(False) + 1 == len(
        events
    )


def test_a_broken_body_is_a_disconnect(data: Connection) -> None:
    data.ask("/events", PULLED, b"abc")
    assert data.take() is not None
    data.send(BODY, b"", BROKEN)
    assert data.answer().flags & FAULT


# ---- the response


def test_a_small_response_is_one_message(data: Connection) -> None:
    answer = data.get("/hello")
    assert (answer.status, answer.body, answer.whole) == (200, b"hello", True)
    assert answer.headers == [("content-type", "text/plain")]


@pytest.mark.parametrize("way", ["worker", "terminal"])
def test_pieces_are_sent_in_order(data: Connection, way: str) -> None:
    answer = data.get("/pieces") if way == "worker" else terminal("/pieces")
    assert (answer.status, answer.body) == (201, b"onetwothree")
    assert answer.headers == [("X-A", "b")]
    assert answer.ok


def test_an_empty_first_piece_sends_the_head(data: Connection) -> None:
    data.ask("/early_head")
    head = data.take()
    assert head is not None
    assert head[2:5] == [200, [], b""]
    data.send(BODY, b"", LAST)  # which it drops


@pytest.mark.parametrize("way", ["files", "copies", "terminal"])
def test_a_file_is_sent(worker: Worker, way: str) -> None:
    if way == "terminal":
        whole, part = terminal("/path_sent"), terminal("/part_sent")
        assert (whole.body, part.body) == (FILE, FILE[:14])
        return
    data = worker.data(features=FILES if way == "files" else 0)
    whole, part = data.get("/path_sent"), data.get("/part_sent")
    if way == "files":
        assert (whole.file, part.file) == ((0, len(FILE)), (7, 7))
        assert "ETag" in dict(whole.headers)
    else:
        assert (whole.body, part.body) == (FILE, FILE[:14])
    assert whole.ok
    data.close()


def test_a_file_without_its_size_is_read(worker: Worker) -> None:
    data = worker.data(features=FILES)
    answer = data.get("/path_sent", QUERY_STRING="/proc/self/cmdline")
    assert answer.file is None
    assert answer.body.endswith(b"asgi_pages.py\0")
    plain = terminal("/path_sent?/proc/self/comm")
    assert plain.status == 200
    assert plain.body.endswith(b"\n")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (os.mkfifo, "pathsend takes files only"),
        (os.mkdir, "Is a directory"),
        (str, "No such file or directory"),
    ],
)
def test_what_is_no_file_is_refused_at_once(
    data: Connection, tmp_path: Path, make: Callable[[Path], object], why: str
) -> None:
    path = tmp_path / "no-file"
    make(path)
    answer = data.get("/path_sent", QUERY_STRING=str(path))
    assert answer.status == 500
    assert f"{why}: '{path}'" in answer.log


def test_a_number_is_no_path(data: Connection) -> None:
    assert "not int" in data.get("/path_sent", QUERY_STRING="3").log
    assert data.get("/hello").body == b"hello"


def test_a_scope_that_cannot_be_made_is_a_fault(data: Connection) -> None:
    # Python 3.9 makes a number of any length.
    answer = data.get("/hello", SERVER_NAME="a", SERVER_PORT="9" * 5000)
    assert (answer.status, answer.body) == (200, b"hello") or (
        answer.flags & FAULT
    )


def test_asking_for_the_disconnect_leaves_nothing(data: Connection) -> None:
    assert data.get("/polling").body == b"0"


def test_hints_come_before_the_response(data: Connection) -> None:
    answer = data.get("/hints")
    assert [hint[2:] for hint in answer.hints] == [
        [103, [b"Link", b"</a>; rel=preload"]]
    ]
    assert answer.body == b"hello"


def test_trailers_come_behind_the_body(data: Connection) -> None:
    answer = data.get("/trailers")
    assert answer.headers == [("Content-Length", "4")]
    assert answer.trailers == [b"x-a", b"1", b"x-b", b"1"]


def test_receive_and_send_after_the_end(worker: Worker) -> None:
    assert worker.data().get("/after_the_end").body == b"hello"
    eventually(
        lambda: (
            "http.disconnect http.disconnect\n"
            "'http.response.body' was sent, expected no message"
            in worker.printed()
        )
    )


# ---- errors

REASONS = {
    "body_first": "RuntimeError: 'http.response.body' was sent, expected "
    "http.response.start",
    "unknown": "RuntimeError: 'http.response.rest' was sent",
    "two_starts": "expected http.response.body",
    "status_text": "TypeError: http.response.start: status is int, not str",
    "status_99": "ValueError: no status for this: 99",
    "header_text": "TypeError",
    "header_newline": "ValueError: header b'x-a' has control characters",
    "body_text": "TypeError: http.response.body: body is bytes, not str",
    "no_type": "KeyError: 'type'",
    "trailers_unannounced": "expected http.response.body",
}


@pytest.mark.parametrize("case", REASONS)
def test_a_wrong_message_raises(data: Connection, case: str) -> None:
    answer = data.get("/wrong", QUERY_STRING=case)
    assert (answer.status, answer.flags & FAULT) == (500, FAULT)
    assert REASONS[case] in answer.log


def test_an_exception_is_a_500_with_its_traceback(data: Connection) -> None:
    answer = data.get("/failing")
    assert (answer.status, answer.flags & FAULT) == (500, FAULT)
    assert answer.log.startswith("Traceback")
    assert answer.log.rstrip().endswith("LookupError: on purpose")
    assert "During handling" not in answer.log


def test_an_exception_may_be_its_own_cause(data: Connection) -> None:
    answer = data.get("/failing_by_itself")
    assert (answer.status, answer.flags & FAULT) == (500, FAULT)


@pytest.mark.parametrize("page", ["failing_inside", "stopping_short"])
def test_a_response_that_stops_is_aborted(data: Connection, page: str) -> None:
    answer = data.get(f"/{page}")
    assert (answer.body, answer.ok) == (b"half", False)
    assert "Error" in answer.log


def test_an_exception_behind_the_response_is_logged(worker: Worker) -> None:
    answer = worker.data().get("/failing_behind", request_id=b"id-behind")
    assert (answer.body, answer.ok) == (b"hello", True)
    eventually(
        lambda: (
            "\x1eid-behind\x1fLookupError: on purpose\n"
            in worker.log.read_text()
        )
    )


def test_no_response_is_a_500(data: Connection) -> None:
    answer = data.get("/silent")
    assert answer.status == 500
    assert "the application has returned without a response" in answer.log


def test_printed_lines_belong_to_their_request(worker: Worker) -> None:
    worker.data().get("/printing", request_id=b"id-print")
    lines = worker.log.read_text()
    assert "\x1eid-print\x1fprinted\n" in lines
    assert "\x1eid-print\x1fprinted in a thread\n" in lines
