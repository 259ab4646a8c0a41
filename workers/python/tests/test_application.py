# SPDX-License-Identifier: Apache-2.0
"""What the environment and the request say to an application of a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import run_once, write_script

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Start

WHERE = """
    def where(request):
        first = request.mount, request.path
        del request.env["SCRIPT_NAME"]
        request.respond(200, {}, repr([*first, request.mount]).encode())
    persist_worker.each_request(where)
"""


def test_the_mount_is_decoded_as_the_path_is(start: Start) -> None:
    data = start(WHERE).data()
    answer = data.get("/a", SCRIPT_NAME="/\u00c3\u00bc b\u00ff")
    assert answer.body.decode() == repr(["/ü b\udcff", "/a", ""])


def test_a_terminal_has_the_mount_of_its_environment(tmp_path: Path) -> None:
    script = write_script(tmp_path, WHERE)
    plain = run_once(script, "--get", "/x")
    moved = run_once(script, "--get", "/x", SCRIPT_NAME="/here")
    assert plain.stdout == b"['/app.py', '/x', '']"
    assert moved.stdout == b"['/here', '/x', '']"


THREADS = """
    def pass_by(request):
        request.respond(200)
    persist_worker.each_request(pass_by{})
"""


def test_the_environment_sets_the_threads_unless_the_script_does(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_THREADS", "3")
    assert start(THREADS.format("")).ready()[4] == 3
    assert start(THREADS.format(", threads=2")).ready()[4] == 2


@pytest.mark.parametrize("text", ["0", "1025", "-1", "two", "", "\u00b2"])
def test_a_wrong_number_of_threads_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("PERSIST_THREADS", text)
    worker = start(THREADS.format(""))
    assert worker.ended() == 1
    assert "ValueError: PERSIST_THREADS must be 1 to 1024" in worker.printed()


GREENLETS = """
    import threading
    class Greenlet:
        def __init__(self, target, daemon):
            self.start = target
        def join(self):
            pass
    threading.Thread = Greenlet
"""


def test_greenlets_in_the_place_of_threads_are_refused(start: Start) -> None:
    worker = start(GREENLETS + THREADS.format(", threads=2"))
    assert worker.ended() == 1
    assert "RuntimeError: greenlets of gevent" in worker.printed()
    assert start(GREENLETS + THREADS.format("")).ready()[4] == 1


def test_the_env_file_is_reported_behind_the_script(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_ENV_FILE", "/srv/a: b/.env")
    files = start(THREADS.format("")).ready()[5]
    assert files[0].endswith(b"app.py")
    assert files[-1] == b"/srv/a: b/.env"
