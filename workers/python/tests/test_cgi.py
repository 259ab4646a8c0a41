# SPDX-License-Identifier: Apache-2.0
"""Old CGI code: the process is set up for the request."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

import pytest
from cgi_pages import HANDLER, ITERATOR
from conftest import (
    BODY,
    BROKEN,
    CGI,
    FAULT,
    FAULTS,
    HERE,
    LEAVING,
    PULLED,
    Answer,
    Connection,
    Start,
    cgi_answer,
    run_once,
    write_script,
)

if TYPE_CHECKING:
    from pathlib import Path

BOTH = pytest.mark.parametrize(
    "text", [HANDLER, ITERATOR], ids=["call", "iterate"]
)


@BOTH
def test_the_process_stands_for_the_request_and_no_longer(
    start: Start, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEPT", "yes")
    worker = start(text + "    print('LEFT_BEHIND' in os.environ, sys.argv)\n")
    assert worker.ready()[4] == 1
    data = worker.data()
    script = worker.script.parent / "other" / "app.py"
    script.parent.mkdir()
    for query in "x=1", "x=2":
        answer = data.get(
            "/facts",
            QUERY_STRING=query,
            SCRIPT_FILENAME=str(script),
            HTTP_X_BYTES="\xff\xe9",
        )
        assert answer.whole
        assert json.loads(answer.body) == [
            query,
            "yes",
            "ffe9",
            str(script),
            str(script.parent),
            False,
        ]
    assert worker.stop() == 0
    assert worker.printed() == f"behind\nFalse ['{worker.script}']\n"


@BOTH
def test_status_and_headers(start: Start, text: str) -> None:
    answer = start(text).data().get("/status")
    assert (answer.status, answer.flags & CGI) == (404, CGI)
    assert answer.headers == [
        ("Status", "404 Not Found"),
        ("X-A", "1"),
        ("X-A", "2"),
        ("Content-Type", "text/plain"),
    ]
    assert answer.body == b"no such thing\n"


def test_forms_that_mod_cgid_takes(start: Start) -> None:
    answer = start(HANDLER).data().get("/forms")
    assert answer.status == 404
    assert answer.headers == [
        ("Status", "404-Not Here"),
        ("Last-Modified", "a"),
        ("Last-Modified", "b"),
    ]


@pytest.mark.parametrize("page", ["away", "local"])
def test_location_is_left_to_httpd(start: Start, page: str) -> None:
    answer = start(HANDLER).data().get("/" + page)
    where = {"away": "http://example.org/", "local": "/other"}[page]
    assert (answer.status, answer.flags & CGI) == (200, CGI)
    assert answer.headers == [("Location", where)]


def test_headers_may_be_none(start: Start) -> None:
    answer = start(HANDLER).data().get("/bare")
    assert (answer.status, answer.headers) == (200, [])
    assert answer.body == b"no headers at all\n"


@BOTH
def test_body_is_text_and_lines_may_end_with_cr_lf(
    start: Start, text: str
) -> None:
    data = start(text).data()
    data.ask("/echo", HERE, "a\xe9".encode(), CONTENT_LENGTH="3")
    answer = data.answer()
    assert answer.headers == [("Content-Type", "text/plain")]
    assert answer.body == "3a\xe9".encode()
    assert data.get("/echo").body == b"none"


def test_body_of_unknown_length_gets_one(start: Start) -> None:
    data = start(HANDLER).data()
    data.ask("/echo", PULLED, b"begin ", HTTP_TRANSFER_ENCODING="chunked")
    data.take()
    data.send(3, b"middle ", 0)
    data.send(3, b"end", 1)
    assert data.answer().body == b"16begin middle end"
    data.ask("/echo", HTTP_TRANSFER_ENCODING="chunked")
    assert data.answer().body == b"0"


@BOTH
def test_a_body_that_is_cut_off_fails_its_request_only(
    start: Start, text: str
) -> None:
    worker = start(text)
    data = worker.data()
    data.ask("/echo", PULLED, b"begin ", HTTP_TRANSFER_ENCODING="chunked")
    data.take()
    data.send(BODY, b"", BROKEN)
    answer = data.answer()
    assert answer.status == 500
    assert "the client's body is cut off" in answer.log
    assert data.get("/bare").body == b"no headers at all\n"
    data.ask("/echo", PULLED, b"begin ", HTTP_TRANSFER_ENCODING="chunked")
    data.take()
    data.close()
    assert worker.data().get("/echo").body == b"none"
    assert worker.stop() == 0
    assert worker.printed() == "behind\n"


@BOTH
def test_a_directory_that_is_not_there_fails_its_request_only(
    start: Start, text: str
) -> None:
    data = start(text).data()
    answer = data.get("/bare", SCRIPT_FILENAME="/nonexistent/app.py")
    assert answer.status == 500
    assert "FileNotFoundError" in answer.log
    assert data.get("/bare").status == 200


def test_bytes_both_ways(start: Start) -> None:
    data = start(HANDLER).data()
    sent = bytes(range(256)) * 100
    data.ask("/bytes", HERE, sent, CONTENT_LENGTH=str(len(sent)))
    answer = data.answer()
    assert (answer.body, answer.ok) == (sent, True)


def test_what_is_flushed_arrives(start: Start) -> None:
    data = start(HANDLER).data()
    data.ask("/stream")
    first = [data.take(), data.take()]
    assert [message and message[0] for message in first] == [5, 3]
    assert first[1] is not None
    assert first[1][1] == b"first\n"
    assert data.answer().body == b"second\n"


def test_large_output_is_streamed(start: Start) -> None:
    answer = start(HANDLER).data().get("/large")
    assert len(answer.body) == 1000001
    assert answer.ok
    assert answer.frames > 2


def test_exit_ends_the_request_only(start: Start) -> None:
    worker = start(HANDLER)
    data = worker.data()
    for _ in range(2):
        answer = data.get("/exit")
        assert (answer.status, answer.body) == (200, b"before\n")
    assert worker.printed() == "a complaint\n" * 2


def test_exit_in_the_iterator_ends_the_worker_after_its_response(
    start: Start,
) -> None:
    worker = start(ITERATOR)
    worker.ready()
    assert worker.data().get("/exit").body == b"before\n"
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 1
    assert worker.printed() == "a complaint\n"


@BOTH
def test_exit_is_a_proper_end_of_a_stream(start: Start, text: str) -> None:
    answer = start(text).data().get("/exit-late")
    assert (answer.status, answer.body) == (200, b"before\n")
    assert answer.ok


def failed(data: Connection, page: str) -> Answer:
    answer = data.get(page)
    assert answer.status == 500
    assert b"before" not in answer.body
    assert answer.flags & (CGI | FAULT) == FAULT
    return answer


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("/raise", "LookupError: what a pity"),
        ("/malformed", "malformed header from script: b'what is this?'"),
        ("/bad-status", "no status for this: b'fine'"),
        ("/nothing", "the script gave no response"),
    ],
)
def test_what_fails_is_500_with_its_reason_logged(
    start: Start, page: str, why: str
) -> None:
    data = start(HANDLER).data(features=FAULTS)
    assert why in failed(data, page).log
    assert data.get("/bare").status == 200
    assert why in failed(start(ITERATOR).data(features=FAULTS), page).log


@BOTH
def test_what_fails_behind_the_headers_is_aborted(
    start: Start, text: str
) -> None:
    answer = start(text).data().get("/raise-late")
    assert (answer.status, answer.body, answer.ok) == (200, b"before\n", False)
    assert "LookupError" in answer.log


def test_descriptor_1_is_the_log(start: Start) -> None:
    worker = start(HANDLER)
    answer = worker.data().get("/children", SCRIPT_NAME="/app.py")
    assert answer.body == b"clean\n"
    assert worker.printed() == "from C\nfrom a child of /app.py\n"


@BOTH
@pytest.mark.parametrize(
    ("page", "printed"), [("/fork", ""), ("/fork-on", "behind\n")]
)
def test_a_forked_child_may_end(
    start: Start, text: str, page: str, printed: str
) -> None:
    worker = start(text)
    data = worker.data()
    for _ in range(2):
        answer = data.get(page)
        assert (answer.status, answer.body, answer.log) == (200, b"0\n", "")
    assert worker.printed() == printed * 2


@BOTH
@pytest.mark.parametrize("page", ["/fork", "/fork-on"])
def test_a_forked_child_answers_nothing(
    tmp_path: Path, text: str, page: str
) -> None:
    script = write_script(tmp_path, text)
    done = run_once(script, GATEWAY_INTERFACE="CGI/1.1", PATH_INFO=page)
    assert done.stdout.count(b"Content-Type") == 1
    assert done.stdout.endswith(b"\r\n\r\n0\n")


def test_standard_output_may_be_closed(start: Start) -> None:
    data = start(HANDLER).data()
    assert data.get("/close").body == b"closed\n"
    assert data.get("/bare").status == 200


def test_standard_output_is_over_with_its_request(start: Start) -> None:
    data = start(HANDLER).data()
    assert data.get("/keep").body == b"kept\n"
    assert data.get("/use-kept").body == b"the request is over\n"


def test_the_client_may_go(start: Start) -> None:
    worker = start("""
        import sys
        def main():
            print("Content-Type: text/plain\\n")
            while True:
                print("more", flush=True)
        persist_worker.each_cgi(main)
    """)
    data = worker.data()
    data.ask()
    data.take()
    data.close()
    other = worker.data()
    other.ask()
    assert other.take()
    assert worker.printed() == ""


def test_keyboard_interrupt_ends_the_worker(start: Start) -> None:
    worker = start(HANDLER)
    worker.ready()
    worker.process.send_signal(signal.SIGINT)
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == -signal.SIGINT


@BOTH
@pytest.mark.parametrize(
    ("page", "body"),
    [
        ("facts", b""),
        ("echo", b"abc"),
        ("echo", b""),
        ("status", b""),
        ("bare", b""),
        ("stream", b""),
        ("raise", b""),
        ("nothing", b""),
        ("children", b""),
    ],
)
def test_all_three_ways_say_the_same(
    start: Start, text: str, page: str, body: bytes
) -> None:
    worker = start(text)
    script = worker.script
    variables = {
        "PATH_INFO": "/" + page,
        "QUERY_STRING": "x=1",
        "SCRIPT_FILENAME": str(script),
        "GATEWAY_INTERFACE": "CGI/1.1",
        "REQUEST_METHOD": "POST" if body else "GET",
    }
    if body:
        variables["CONTENT_LENGTH"] = str(len(body))
    data = worker.data()
    data.ask(mode=HERE if body else 0, body=body, **variables)
    resident = data.answer()
    plain = cgi_answer(run_once(script, body=body, **variables).stdout)
    arguments = ["--data", str(script.with_name("body"))] if body else []
    script.with_name("body").write_bytes(body)
    method = "POST" if body else "GET"
    shown = run_once(
        script, "-i", "--method", method, f"/{page}?x=1", *arguments
    ).stdout
    for other in plain, cgi_answer(shown):
        assert other.body == resident.body
        names = {"Status", "Content-Length"}
        assert other.status == resident.status
        assert [h for h in other.headers if h[0] not in names] == [
            h for h in resident.headers if h[0] not in names
        ]


@BOTH
@pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="an old PyPy lacks it")
def test_the_directory_need_not_be_readable(tmp_path: Path, text: str) -> None:
    """File modes do not restrict root, so the test becomes another user."""
    place = tmp_path / "place"
    place.mkdir(mode=0o311)
    enter = f"""
    os.chdir({str(place)!r})
    if os.getuid() == 0:
        os.setuid(65534)
    """
    text = text.replace("def main()", f"{enter}def main()")
    script = write_script(tmp_path, text)
    done = run_once(script, GATEWAY_INTERFACE="CGI/1.1", PATH_INFO="/bare")
    place.chmod(0o700)
    assert done.stdout.endswith(b"\r\n\r\nno headers at all\n")


def test_a_redirect_is_one_in_the_terminal_too(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    shown = run_once(script, "--head", "/away").stdout
    assert shown.startswith(b"HTTP/1.1 302 Found\r\nLocation: http://example")
