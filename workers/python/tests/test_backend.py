# SPDX-License-Identifier: Apache-2.0
"""_backend.py, and the C API in Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import CFFI, Start, run_once, write_script

README = Path(__file__).parents[1] / "README.md"


def test_the_back_end_is_the_one_that_was_asked_for(start: Start) -> None:
    worker = start("""
        def name(request):
            from persist_worker import _backend
            request.respond(200, body=_backend.core.__name__.encode())
        persist_worker.each_request(name)
    """)
    worker.ready()
    name = "_cffi_core" if CFFI else "_core"
    assert worker.data().get().body == f"persist_worker.{name}".encode()


def test_a_back_end_that_is_none_is_named(tmp_path: Path) -> None:
    script = write_script(tmp_path, "")
    done = run_once(script, PERSIST_WORKER="1:3", PERSIST_BACKEND="ctypes")
    assert b"PERSIST_BACKEND is one of cffi, extension: ctypes" in done.stderr
    assert done.returncode == 1


@pytest.mark.skipif(not CFFI, reason="the back end is the extension")
def test_the_example_of_the_c_api_answers(start: Start) -> None:
    section = README.read_text().partition("## The C API")[2]
    example = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert example
    worker = start(example[1])
    worker.ready()
    data = worker.data()
    for _ in range(2):
        answer = data.get("/x")
        assert answer.status == 200
        assert answer.headers == [("Content-Type", "text/plain")]
        assert answer.body == b"hello from /x"
    assert worker.stop() == 0


@pytest.mark.skipif(CFFI, reason="the back end is cffi")
def test_without_cffi_the_c_api_says_what_it_needs(start: Start) -> None:
    worker = start("import persist_worker.c_api")
    worker.ended()
    assert "this needs PERSIST_BACKEND=cffi" in worker.printed()
