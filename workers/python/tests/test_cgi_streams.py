# SPDX-License-Identifier: Apache-2.0
"""_cgi_process.py: old CGI code puts other streams in the place of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from cgi_pages import HANDLER, ITERATOR
from conftest import HERE

if TYPE_CHECKING:
    from conftest import Start


@pytest.mark.parametrize("text", [HANDLER, ITERATOR], ids=["call", "iterate"])
@pytest.mark.parametrize("form", ["wrapped", "detached", "writer", "tee"])
def test_standard_output_may_be_another_stream(
    start: Start, text: str, form: str
) -> None:
    data = start(text).data()
    for _ in range(2):
        data.ask(f"/{form}", HERE, b"abc", CONTENT_LENGTH="3")
        answer = data.answer()
        assert (answer.status, answer.body) == (200, "\xe9abc\n".encode())
    assert data.get("/bare").body == b"no headers at all\n"


def test_it_may_have_been_one_before(start: Start) -> None:
    data = start("""
        import sys

        class Tee:
            write = sys.stdout.write
        sys.stdout = Tee()

        def main():
            print("Content-Type: text/plain\\n\\nfine")
        persist_worker.each_cgi(main)
    """).data()
    assert data.get("/").body == b"fine\n"
