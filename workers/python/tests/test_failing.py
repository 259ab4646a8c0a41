# SPDX-License-Identifier: Apache-2.0
"""Handlers that fail: the answers in their place, and the log."""

from __future__ import annotations

import pytest
from conftest import FAULT, FAULTS, FILES, LEAVING, Start

FAILING = """
    def handler(request):
        if request.path == "/fail":
            raise LookupError("what a pity")
        if request.path == "/half":
            request.start(200)
            request.write(b"half")
            raise LookupError("what a pity")
        if request.path == "/own":
            request.respond(500)
            return
        if request.path == "/exit":
            raise SystemExit(7)
        if request.path != "/nothing":
            request.respond(200, {}, b"fine")
    persist_worker.each_request(handler)
"""


def test_exception_is_500_with_its_traceback_in_the_log(start: Start) -> None:
    data = start(FAILING).data()
    answer = data.get("/fail")
    assert answer.status == 500
    assert "pity" not in answer.body.decode()
    assert "Traceback" in answer.log
    assert "LookupError: what a pity" in answer.log
    assert data.get("/").body == b"fine"


@pytest.mark.parametrize("page", ["/fail", "/nothing", "/exit"])
def test_the_answer_for_a_failed_script_says_so(
    start: Start, page: str
) -> None:
    answer = start(FAILING).data(features=FAULTS).get(page)
    assert (answer.status, answer.flags & FAULT) == (500, FAULT)


def test_a_500_of_the_script_is_its_own(start: Start) -> None:
    answer = start(FAILING).data(features=FAULTS).get("/own")
    assert (answer.status, answer.flags & FAULT) == (500, 0)


def test_an_older_httpd_gets_no_flag_that_it_would_refuse(
    start: Start,
) -> None:
    answer = start(FAILING).data(features=FILES).get("/fail")
    assert (answer.status, answer.flags & FAULT) == (500, 0)


def test_exception_in_a_stream_aborts_it(start: Start) -> None:
    data = start(FAILING).data()
    answer = data.get("/half")
    assert (answer.status, answer.body, answer.ok) == (200, b"half", False)
    assert "LookupError" in answer.log
    assert data.get("/").body == b"fine"


def test_no_response_is_500_and_a_line_in_the_log(start: Start) -> None:
    data = start(FAILING).data()
    answer = data.get("/nothing")
    assert answer.status == 500
    assert "no response" in answer.log
    assert data.get("/").body == b"fine"


def test_system_exit_is_500_and_the_worker_leaves(start: Start) -> None:
    worker = start(FAILING)
    worker.ready()
    assert worker.data().get("/exit").status == 500
    message = worker.control.take()
    assert message is not None
    assert message[0] == LEAVING
    assert worker.stop() == 7
