# SPDX-License-Identifier: Apache-2.0
"""wsgi.file_wrapper: which files are passed, and which are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import FILES, Worker
from test_wsgi import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = Worker(PAGES, tmp_path_factory.mktemp("w"))
    yield worker
    worker.end()


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("real", (2, 8)),
        ("real,5", (2, 5)),
        ("real,50", (2, 8)),
        ("outer", (2, 8)),
        ("named", (2, 8)),
    ],
)
def test_a_regular_file_is_passed(
    worker: Worker, query: str, part: tuple[int, int]
) -> None:
    data = worker.data(features=FILES)
    assert data.get("/file", QUERY_STRING=query).file == part


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("memory", b"memory"),
        ("gzip", b"unpacked"),
        ("device", b""),
        ("upper", b"2345678IX"),
        ("upper_reader", b"2345678IX"),
    ],
)
def test_another_file_is_read(worker: Worker, query: str, body: bytes) -> None:
    answer = worker.data(features=FILES).get("/file", QUERY_STRING=query)
    assert (answer.file, answer.body) == (None, body)


def test_a_file_without_its_size_is_read(worker: Worker) -> None:
    answer = worker.data(features=FILES).get("/file", QUERY_STRING="proc")
    assert answer.file is None
    assert answer.body.endswith(b"wsgi_pages.py\0")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("text", "has a piece of type str; all are bytes"),
        ("no_file", "'int' object has no attribute 'read'"),
    ],
)
def test_what_is_no_binary_file_is_an_error(
    worker: Worker, query: str, message: str
) -> None:
    answer = worker.data().get("/file", QUERY_STRING=query)
    assert answer.status == 500
    assert message in answer.log


def test_a_file_may_come_behind_a_piece(worker: Worker) -> None:
    answer = worker.data(features=FILES).get("/file_behind_a_piece")
    assert (answer.body, answer.file) == (b"first ", (2, 8))
