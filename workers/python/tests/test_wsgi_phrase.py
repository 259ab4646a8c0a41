# SPDX-License-Identifier: Apache-2.0
"""WSGI applications: the reason phrase of a status."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from conftest import Connection, Worker, run_once, write_script

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCRIPT = """
    from urllib.parse import unquote

    def application(environ, start):
        try:
            start(unquote(environ["QUERY_STRING"]), [])
        except ValueError as error:
            start("200 OK", [])
            return [str(error).encode()]
        return [b"phrase"]

    persist_worker.serve_wsgi(application)
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    folder = tmp_path_factory.mktemp("w")
    worker = Worker(write_script(folder, SCRIPT), folder)
    yield worker.data()
    worker.end()


@pytest.mark.parametrize(
    ("status", "told"),
    [
        ("404 No Such User", ["404 No Such User"]),
        ("404 NOT FOUND", ["404 NOT FOUND"]),
        ("404 Not Found", []),
        ("404 ", []),
        ("299 \xe4", ["299 \xe4"]),
    ],
)
def test_a_reason_phrase_is_told_if_it_is_unusual(
    data: Connection, status: str, told: list[str]
) -> None:
    answer = data.get("/", QUERY_STRING=quote(status))
    assert answer.status == int(status[:3])
    assert [v for name, v in answer.headers if name == "Status"] == told


@pytest.mark.parametrize("status", ["200 a\r\nX: 1", "200 \0", "200 \u20ac"])
def test_a_reason_phrase_is_one_line(data: Connection, status: str) -> None:
    answer = data.get("/", QUERY_STRING=quote(status))
    assert (answer.status, answer.body[:16]) == (200, b"start_response()")


def test_a_plain_cgi_program_says_its_reason_phrase(tmp_path: Path) -> None:
    script = write_script(tmp_path, SCRIPT)
    said = run_once(script, "-i", "/?404%20None", "--data", "-").stdout
    assert said.startswith(b"HTTP/1.1 404 None\r\n")
    assert b"Status:" not in said
