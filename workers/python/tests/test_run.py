# SPDX-License-Identifier: Apache-2.0
"""run.py: an application of a folder, found by its file or by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

import pytest
from app_folder import HELLO, RUN, ask, put
from conftest import Worker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


FRAMEWORK = """
class Flask:
    def __init__(self, *names):
        self.names = names
    def __call__(self, environ, start_response):
        start_response("200 OK", [])
        return [",".join(self.names).encode()]
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def create_app(config=None): return Flask('made')", "made"),
        ("def make_app(*names): return Flask('made', *names)", "made"),
        ("site = Flask('only')\ndef create_app(): pass", "only"),
        ("site = api = Flask('twice')", "twice"),
        ("app = Flask('app')\nsite = Flask('site')", "app"),
        ("app = 1\ndef create_app(): return Flask('made')", "made"),
        ("import os\napp = Flask(os.environ['FLASK_RUN_FROM_CLI'])", "true"),
    ],
)
def test_a_factory_or_the_only_object_of_a_framework_is_found(
    tmp_path: Path, text: str, found: str
) -> None:
    entry = put(tmp_path, "app.py", FRAMEWORK + text)
    assert ask(entry, "--get", "/").stdout == found


# The last name is that of a module which Python has loaded before.
@pytest.mark.parametrize("file", ["wsgi.py", "app.wsgi", "site.py"])
@pytest.mark.parametrize("start", ["spawn", "forkserver"])
def test_an_application_may_start_processes_of_pythons_own(
    tmp_path: Path, start: str, file: str
) -> None:
    # They load the main program, too, under another name.
    text = f"""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    def halve(number):
        return number // 2

    def app(environ, start_response):
        start_response("200 OK", [])
        with ProcessPoolExecutor(1, get_context("{start}")) as pool:
            return [str(pool.submit(halve, 84).result()).encode()]
    """
    entry = put(tmp_path, file, text)
    assert ask(entry, "--get", "/").stdout == "42"


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


def test_a_warning_that_no_handler_takes_has_its_level(
    tmp_path: Path, serve: Serve
) -> None:
    text = """
    import logging
    def app(environ, start_response):
        logging.getLogger("mine").info("left out")
        logging.getLogger("mine").error("told")
        start_response("200 OK", [])
        return []
    """
    answer = serve(put(tmp_path, "wsgi.py", text)).data().get()
    assert (answer.log, answer.levels) == ("told", [3])


ASGI = """
async def app(scope, receive, send):
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200})
    body = f"async {scope['path']}".encode()
    await send({"type": "http.response.body", "body": body})
"""


def test_a_warning_in_a_task_has_its_level_too(
    tmp_path: Path, serve: Serve
) -> None:
    told = "    logging.getLogger('mine').error('told')\n"
    text = "import logging\n" + ASGI.replace("    assert", f"{told}    assert")
    answer = serve(put(tmp_path, "asgi.py", text)).data().get()
    assert (answer.log, answer.levels) == ("told", [3])


@pytest.mark.parametrize("file", ["app.asgi", "asgi.py", "main.py"])
def test_an_application_for_asgi_is_told_by_name_or_by_its_looks(
    tmp_path: Path, file: str
) -> None:
    entry = put(tmp_path, file, ASGI)
    assert ask(entry, "--get", "/x").stdout == "async /x"


LOOKS = """
import functools
class Called:
    def __call__(self, environ, start_response):
        start_response("200 OK", [])
        return [b"WSGI"]
    async def called(self, scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"ASGI"})
class Awaited(Called):
    async def __call__(self, scope, receive, send):
        await self.called(scope, receive, send)
def three(scope, receive, send):
    return Called().called(scope, receive, send)
wsgi = Called()
method = Called().called
awaited = Awaited()
partial = functools.partial(Called.called, wsgi)
"""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("wsgi", "WSGI"),
        ("method", "ASGI"),
        ("awaited", "ASGI"),
        ("partial", "ASGI"),
        ("three", "ASGI"),
        ("Called()", "WSGI"),
    ],
)
def test_the_kind_of_a_named_object_is_seen(
    tmp_path: Path, name: str, kind: str
) -> None:
    entry = put(tmp_path, "mine.py", LOOKS)
    assert ask(entry, "--get", "/x", named=f"mine:{name}").stdout == kind
