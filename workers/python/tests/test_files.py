# SPDX-License-Identifier: Apache-2.0
"""The files that are reported to persistd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conftest import IDLE, PROBE

if TYPE_CHECKING:
    from conftest import Start

FILES = 25

LAZY = """
import persist_worker


def page(request):
    import lazily_loaded

    request.respond(200, {}, b"done")


persist_worker.each_request(page)
"""


def test_what_a_request_imports_is_told_once(start: Start) -> None:
    worker = start(LAZY)
    library = worker.script.parent / "lazily_loaded.py"
    library.write_text("")
    files = worker.ready()[5]
    assert str(worker.script).encode() in files
    assert str(library).encode() not in files
    data = worker.data()
    data.get("/")
    message = worker.control.take()
    assert message is not None
    assert message[0] == FILES
    assert str(library).encode() in message[1]
    data.get("/")
    worker.control.send(PROBE, 0)
    assert worker.control.take() == [IDLE, 0]
