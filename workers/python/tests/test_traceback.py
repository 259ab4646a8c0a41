# SPDX-License-Identifier: Apache-2.0
"""What is logged of an exception, with and without PERSIST_DEBUG."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest
    from conftest import Start

FAILING = """
    import json

    def deep(text):
        # before
        return json.loads(text)

    def handler(request):
        if request.path == "/library":
            deep("{")
        elif request.path == "/code":
            compile("a = = b", "no such file", "exec")
        else:
            raise LookupError("what a pity")

    persist_worker.each_request(handler)
"""


def test_a_traceback_begins_with_the_script(start: Start) -> None:
    log = start(FAILING).data().get("/").log
    first = log.split("\n")[1]
    assert re.search(r'File "\S+", line \d+, in handler', first)
    assert " | " not in log


def test_the_code_that_failed_follows_for_the_author(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_DEBUG", "1")
    data = start(FAILING).data()
    log = data.get("/").log
    head, code = log.split("LookupError: what a pity\n")[1].split("\n", 1)
    assert re.fullmatch(r"  /\S+, line \d+ \(by /\S+, \w+ 3\.\S+\):", head)
    marked = [line for line in code.split("\n") if line.startswith("  >")]
    assert len(marked) == 1
    assert marked[0].endswith('|         raise LookupError("what a pity")')
    assert all(line.startswith("  ") for line in code.rstrip().split("\n"))


def test_it_is_the_scripts_own_code_and_no_librarys(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_DEBUG", "1")
    data = start(FAILING).data()
    log = data.get("/library").log
    assert re.search(r"  > +\d+ \|     return json\.loads\(text\)\n", log)
    assert re.search(r"    +\d+ \|     # before\n", log)
    log = data.get("/code").log
    assert re.search(r"  > +\d+ \|         compile\(", log)
