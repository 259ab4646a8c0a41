# SPDX-License-Identifier: Apache-2.0
"""The two forms of the loop, and how they end."""

from __future__ import annotations

from conftest import IDLE, LEAVING, PROBE, STOP, Start, eventually

HELLO = """
    import os
    def hello(request):
        request.respond(200, {"Content-Type": "text/plain"},
                        b"%d" % os.getpid())
    persist_worker.each_request(hello)
"""


def test_ready_tells_version_sdk_capacity_and_files(start: Start) -> None:
    worker = start(HELLO)
    ready = worker.ready()
    assert ready[1] == 1
    assert ready[2].startswith(b"python ")
    assert ready[4] == 1
    assert any(path.endswith(b"app.py") for path in ready[5])


def test_one_process_answers_many_requests(start: Start) -> None:
    data = start(HELLO).data()
    answers = [data.get() for _ in range(300)]
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert {answer.frames for answer in answers} == {1}
