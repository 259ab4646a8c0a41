# SPDX-License-Identifier: Apache-2.0
"""run.py: an application of a folder, found by its file or by name."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Callable

import pytest
from conftest import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

RUN = Path(__file__).resolve().parent.parent / "run.py"

HELLO = """
def {}(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"hello ", environ["PATH_INFO"].encode()]
"""


def put(folder: Path, name: str, text: str) -> Path:
    """Write a file of the application, and return its path."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path


def ask(
    entry: Path, *arguments: str, named: str = ""
) -> subprocess.CompletedProcess[str]:
    """Ask an application from a terminal."""
    options = ["--object", named] if named else []
    folder = ["--folder", str(entry.parent)]
    return subprocess.run(
        [sys.executable, RUN, *folder, *options, str(entry), *arguments],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


Serve = Callable[..., Worker]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a worker for an application."""
    workers = []

    def serve_one(entry: Path) -> Worker:
        before = (str(RUN), "--folder", str(entry.parent))
        workers.append(Worker(entry, tmp_path, before))
        return workers[-1]

    yield serve_one
    for worker in workers:
        worker.end()


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("app.wsgi", "application"),
        ("wsgi.py", "app"),
        ("passenger_wsgi.py", "application"),
        ("other.py", "app"),
    ],
)
def test_an_application_is_found_by_convention(
    tmp_path: Path, file: str, name: str
) -> None:
    entry = put(tmp_path, file, HELLO.format(name))
    assert ask(entry, "--get", "/x").stdout == "hello /x"


def test_an_application_is_a_worker(tmp_path: Path, serve: Serve) -> None:
    entry = put(tmp_path, "app.wsgi", HELLO.format("application"))
    worker = serve(entry)
    assert str(entry).encode() in worker.ready()[5]
    assert worker.data().get("/y").body == b"hello /y"


def test_a_file_that_has_a_loop_of_its_own_is_a_worker_too(
    tmp_path: Path, serve: Serve
) -> None:
    loop = """
    import persist_worker
    persist_worker.each_request(lambda r: r.respond(200, {}, b"mine"))
    """
    worker = serve(put(tmp_path, "loop.py", loop))
    assert worker.data().get("/y").body == b"mine"
    assert worker.stop() == 0
    assert worker.printed() == ""
