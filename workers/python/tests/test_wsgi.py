# SPDX-License-Identifier: Apache-2.0
"""WSGI applications (PEP 3333): the response in all its forms."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Answer, Start


def serve(application: str) -> str:
    """Return a script that serves this application."""
    text = textwrap.dedent(application)
    return textwrap.indent(
        f"{text}\npersist_worker.serve_wsgi(application)\n", "    "
    )


def answer_of(start: Start, body: str) -> Answer:
    """Return what the body of an application's function answers."""
    head = "def application(environ, start_response):\n"
    function = head + textwrap.indent(textwrap.dedent(body), "    ")
    return start(serve(function)).data().get()


def test_a_list_is_one_message(start: Start) -> None:
    answer = answer_of(
        start,
        """
        start_response("404 Not Found", [("X-A", "b")])
        return [b"one", b"", b"two"]
        """,
    )
    assert (answer.status, answer.body, answer.whole) == (404, b"onetwo", True)
    assert answer.headers == [("X-A", "b")]
