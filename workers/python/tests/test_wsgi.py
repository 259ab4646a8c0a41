# SPDX-License-Identifier: Apache-2.0
"""WSGI applications (PEP 3333): the response in all its forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import (
    BODY,
    FAULT,
    FAULTS,
    HERE,
    MORE,
    RESPONSE,
    Answer,
    Connection,
    Start,
    Worker,
    cgi_answer,
    eventually,
    run_once,
)

from persist_worker._close_time import CloseTime

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = Path(__file__).resolve().parent / "wsgi_pages.py"


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(PAGES, tmp_path)
    yield worker
    worker.end()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = Worker(PAGES, tmp_path_factory.mktemp("w"))
    yield worker
    worker.end()


@pytest.fixture
def data(shared: Worker) -> Iterator[Connection]:
    """Connect to a worker for tests that do not look at its log."""
    connection = shared.data()
    yield connection
    connection.close()


# ---- bodies


def test_what_is_all_there_is_one_message(data: Connection) -> None:
    for name in ("a_list", "a_tuple", "a_list_iterator"):
        answer = data.get(f"/{name}")
        assert (answer.body, answer.whole) == (b"onetwo", True), name
    answer = data.get("/a_list")
    assert answer.status == 404
    assert answer.headers == [("X-A", "b"), ("X-A", "c")]


def test_a_first_piece_with_the_known_length_is_one_message(
    worker: Worker,
) -> None:
    answer = worker.data().get("/known_length")
    assert (answer.body, answer.whole) == (b"one", True)
    assert answer.headers == [("content-length", "3")]
    eventually(lambda: worker.printed() == "closed\n")


def test_no_piece_and_no_content_are_one_message(data: Connection) -> None:
    empty, bare = data.get("/nothing"), data.get("/no_content")
    assert (empty.status, empty.body, empty.whole) == (200, b"", True)
    assert (bare.status, bare.body, bare.whole) == (204, b"", True)


def test_a_long_list_is_not_joined(data: Connection) -> None:
    answer = data.get("/long_list")
    assert answer.body == b"a" * 200000 + b"b" * 200000
    assert ("Content-Length", "400000") in answer.headers
    assert answer.frames > 1


def test_each_piece_is_sent_before_the_next_is_made(
    data: Connection, tmp_path: Path
) -> None:
    awaited = tmp_path / "go-on"
    data.ask("/stream", QUERY_STRING=str(awaited))
    head, first = data.take(), data.take()
    assert head is not None
    assert head[0] == RESPONSE
    assert first == [BODY, b"one", MORE]
    assert not data.readable(0.05)
    awaited.write_text("")
    assert data.answer().body == b"two"


def test_pieces_may_be_written(data: Connection) -> None:
    assert data.get("/written").body == b"one two three"


def test_the_head_may_come_with_the_first_piece(data: Connection) -> None:
    answer = data.get("/late_start")
    assert (answer.status, answer.body) == (201, b"late")


def test_close_that_takes_long_is_announced(worker: Worker) -> None:
    data = worker.data()
    first, second = data.get("/slow_close"), data.get("/slow_close")
    assert (first.body, first.after) == (b"all", False)
    assert (second.body, second.after) == (b"all", True)


def test_close_that_takes_long_for_once_is_forgotten(worker: Worker) -> None:
    data = worker.data()
    data.get("/slow_close")
    assert any(not data.get("/known_length").after for _ in range(1000))


def test_the_average_close_decides() -> None:
    time = CloseTime()
    for _ in range(9):
        time.add(0)
        time.add(0.004)
    assert time.is_long()
    for _ in range(99):
        time.add(0)
    time.add(0.01)
    assert not time.is_long()


# ---- failures


def test_a_head_is_replaced_after_an_exception(data: Connection) -> None:
    answer = data.get("/replaced")
    assert (answer.status, answer.body) == (503, b"sorry")
    assert answer.headers == [("X-C", "d")]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("X-A=1\n2", b"header b'X-A' has control characters"),
        ("X-A=1\r", b"header b'X-A' has control characters"),
        ("X A=1", b"no name for a header: b'X A'"),
        ("=1", b"no name for a header: b''"),
        ("X-A=\t\xe4", b""),
    ],
)
def test_start_response_checks_the_headers(
    data: Connection, header: str, message: bytes
) -> None:
    answer = data.get("/refused", QUERY_STRING=header)
    assert (answer.status, answer.body) == (200, message)


@pytest.mark.parametrize("name", ["too_late", "fails_after_a_piece"])
def test_an_exception_behind_the_head_aborts(
    data: Connection, name: str
) -> None:
    answer = data.get(f"/{name}")
    assert (answer.status, answer.body, answer.ok) == (200, b"half", False)
    assert "ValueError: on purpose" in answer.log
    assert data.get("/a_list").ok


@pytest.mark.parametrize("name", ["fails_before", "fails_at_once"])
def test_an_exception_before_the_head_is_a_fault(
    worker: Worker, name: str
) -> None:
    answer = worker.data(features=FAULTS).get(f"/{name}")
    assert (answer.status, answer.flags & FAULT) == (500, FAULT)
    assert "ValueError: on purpose" in answer.log


def test_an_exception_in_close_is_logged_behind_the_response(
    worker: Worker,
) -> None:
    data = worker.data()
    answer = data.get("/fails_in_close")
    assert (answer.status, answer.body, answer.ok) == (200, b"all", True)
    eventually(lambda: "ValueError: on purpose" in worker.printed())
    assert data.get("/a_list").ok


@pytest.mark.parametrize("name", ["fails_after_a_piece", "fails_before"])
def test_close_is_called_after_an_exception(worker: Worker, name: str) -> None:
    worker.data().get(f"/{name}")
    eventually(lambda: "closed\n" in worker.printed())


def test_a_body_longer_than_its_length_is_logged(worker: Worker) -> None:
    answer = worker.data().get("/too_long")
    assert answer.body == b"one"
    eventually(lambda: "longer than its Content-Length" in worker.printed())


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("/twice", "start_response() was called twice"),
        ("/no_start", "has not called start_response()"),
        ("/no_start_stream", "has not called start_response()"),
        ("returns_none", "returned NoneType, no iterable of bytes"),
        ("status_text", "takes a status such as \"200 OK\", not 'OK'"),
        ("status_list", "takes the status as str, not list"),
        ("bytearray", "has a piece of type bytearray; all are bytes"),
        ("status_number", "takes the status as str, not int"),
        ("status_100", "not '100 Continue'"),
        ("headers_tuple", "the headers as a list, not as tuple"),
        ("header_number", "a header's name or value is str or bytes, not int"),
        ("header_line", "header b'X-A' has control characters"),
        ("header_name", "the header text 'X-\u20ac' has '\u20ac', but headers"),
        ("header_value", "the header text '25 \u20ac' has '\u20ac', but head"),
        ("returns_str", "returned str, no iterable of bytes: return [body.enc"),
        (
            "returns_bytes",
            "returned bytes, no iterable of bytes: return [body]",
        ),
        ("returns_number", "returned int, no iterable of bytes"),
        ("iter_fails", "TypeError: not ready"),
        ("str_in_list", "has a piece of type str; all are bytes"),
        ("number_in_list", "has a piece of type int; all are bytes"),
        ("str_in_body", "has a piece of type str; all are bytes"),
        ("str_written", "has a piece of type str; all are bytes"),
    ],
)
def test_errors_say_what_was_wrong(
    data: Connection, page: str, message: str
) -> None:
    path, query = (page, "") if page[0] == "/" else ("/wrong", page)
    answer = data.get(path, QUERY_STRING=query)
    assert answer.status == 500
    assert message in answer.log


# ---- the environ


def shown(answer: Answer) -> dict[str, object]:
    found: dict[str, object] = json.loads(answer.body)
    return found


def test_the_environ_has_what_wsgi_asks_for(data: Connection) -> None:
    found = shown(data.get("/environ", SCRIPT_NAME="/a", HTTP_X_A="\u00e4"))
    assert found == {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/environ",
        "QUERY_STRING": "",
        "REMOTE_HOST": "",
        "SCRIPT_NAME": "/a",
        "HTTP_X_A": "\u00e4",
        "wsgi.version": [1, 0],
        "wsgi.url_scheme": "http",
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        "name of the wrapper": "FileWrapper",
        "path": "/environ",
    }


EMPTY = """
    def application(environ, start):
        start("200 OK", [])
        names = "PATH_INFO", "QUERY_STRING", "REMOTE_HOST", "SCRIPT_NAME"
        return [" ".join(f"[{environ[name]}]" for name in names).encode()]

    persist_worker.serve_wsgi(application)
"""


def test_variables_that_are_empty_are_there(start: Start) -> None:
    worker = start(EMPTY)
    resident = worker.data().get(PATH_INFO=None)
    cgi = run_once(worker.script, GATEWAY_INTERFACE="CGI/1.1")
    terminal = run_once(worker.script, "--get", "")
    assert resident.body == cgi_answer(cgi.stdout).body == b"[] [] [] []"
    assert terminal.stdout == b"[] [] [] [/app.py]"
    filled = worker.data().get("/a", QUERY_STRING="b", SCRIPT_NAME="/c")
    assert filled.body == b"[/a] [b] [] [/c]"


SCHEMES = [
    ("https", {"HTTPS": "on"}),
    ("https", {"HTTPS": "On", "REQUEST_SCHEME": "http"}),
    ("https", {"HTTPS": "1"}),
    ("https", {"REQUEST_SCHEME": "https"}),
    ("http", {"HTTPS": "off", "REQUEST_SCHEME": "https"}),
    ("http", {"HTTPS": "\u00e4"}),
    ("http", {"REQUEST_SCHEME": "gopher"}),
]


def test_the_scheme_is_that_of_the_client(data: Connection) -> None:
    for scheme, variables in SCHEMES:
        resident = shown(data.get("/environ", **variables))
        plain = as_cgi("/environ", **variables)
        assert resident["wsgi.url_scheme"] == scheme, variables
        assert shown(plain)["wsgi.url_scheme"] == scheme, variables


def test_threads_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERSIST_THREADS", "2")
    worker = Worker(PAGES, tmp_path)
    try:
        assert worker.ready()[4] == 2
        found = shown(worker.data().get("/environ"))
        assert found["wsgi.multithread"] is True
    finally:
        worker.end()


LINES = b"one\ntwo\nthree\nfour\nfive"
READ = [b"on", b"e\n", [b"two\n"], b"three\n", b"four\nfive", b""]


def test_the_body_is_opened_when_it_is_read(data: Connection) -> None:
    assert data.get("/asks_for_methods").body == b"not opened"


def test_the_input_ends_where_the_body_ends(data: Connection) -> None:
    data.ask("/read", HERE, LINES)
    assert data.answer().body == repr(READ).encode()


def test_errors_are_logged_under_the_requests_id(worker: Worker) -> None:
    assert worker.data().get("/errors").ok
    mark = "\x1eid-1\x1f"
    lines = "".join(f"{mark}{line}\n" for line in ("one", "two", "three"))
    eventually(lambda: worker.log.read_text() == lines)


# ---- without mod_persist


def as_cgi(path: str, body: bytes = b"", **variables: str) -> Answer:
    """Return what the application answers as a plain CGI program."""
    variables = {
        "GATEWAY_INTERFACE": "CGI/1.1",
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "CONTENT_LENGTH": str(len(body)),
        **variables,
    }
    return cgi_answer(run_once(PAGES, body=body, **variables).stdout)


def in_terminal(path: str) -> Answer:
    """Return what the application answers in a terminal."""
    return cgi_answer(run_once(PAGES, "-i", path, "--data", "-").stdout)


@pytest.mark.parametrize(
    "path",
    [
        "/a_list",
        "/a_list_iterator",
        "/known_length",
        "/late_start",
        "/written",
        "/no_content",
        "/replaced",
        "/fails_at_once",
        "/file?real",
        "/file?real,5",
        "/file?memory",
    ],
)
def test_the_other_ways_answer_the_same(data: Connection, path: str) -> None:
    path, _, query = path.partition("?")
    resident = data.get(path, QUERY_STRING=query)
    cgi = as_cgi(path, QUERY_STRING=query)
    terminal = in_terminal(f"{path}?{query}")
    assert cgi.status == terminal.status == resident.status
    assert cgi.body == terminal.body == resident.body
    assert set(resident.headers) <= set(cgi.headers)


def test_a_plain_cgi_program_runs_once() -> None:
    found = shown(as_cgi("/environ"))
    assert found["wsgi.run_once"] is True
    assert found["wsgi.multiprocess"] is True


def test_input_of_a_plain_cgi_program() -> None:
    assert as_cgi("/read", LINES).body == repr(READ).encode()
