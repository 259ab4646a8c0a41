# SPDX-License-Identifier: Apache-2.0
"""Endless bodies of WSGI: to HEAD, and to clients that leave."""

from __future__ import annotations

import pytest
from conftest import Worker, eventually
from test_wsgi import as_cgi, worker

__all__ = ["worker"]


@pytest.mark.parametrize("how", ["yield", ""])
def test_empty_pieces_show_that_the_client_has_gone(
    worker: Worker, how: str
) -> None:
    data = worker.data()
    data.ask("/polling", QUERY_STRING=how)
    eventually(lambda: worker.printed() == "polling\n")
    data.close()
    eventually(lambda: worker.printed() == "polling\nclosed\n")


def test_to_head_a_stream_ends_at_its_head(worker: Worker) -> None:
    resident = worker.data().get("/endless", REQUEST_METHOD="HEAD")
    assert (resident.status, resident.body, resident.ok) == (200, b"", True)
    eventually(lambda: worker.printed() == "closed\n")
    cgi = as_cgi("/endless", REQUEST_METHOD="HEAD")
    assert (cgi.status, cgi.headers) == (200, [("Content-Type", "text/plain")])


def test_close_is_called_when_the_client_has_gone(worker: Worker) -> None:
    data = worker.data()
    data.ask("/endless")
    assert data.take() is not None
    data.close()
    eventually(lambda: worker.printed() == "closed\n")
    assert worker.data().get("/a_list").ok
