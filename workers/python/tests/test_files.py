# SPDX-License-Identifier: Apache-2.0
"""The files that are reported to persistd."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from conftest import IDLE, PROBE

from persist_worker._loaded_files import file_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
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


STRANGE = """
import importlib.util, sys, types
import persist_worker


class Raises(types.ModuleType):
    def __getattr__(self, name):
        raise LookupError(name)


class Loads(types.ModuleType):
    @property
    def __dict__(self):
        sys.loaded = True


class Proxy:
    def __getattribute__(self, name):
        raise LookupError(name)


def lazy(name):  # the recipe of importlib's manual
    spec = importlib.util.find_spec(name)
    spec.loader = loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(module)


def named(path):
    module = types.ModuleType("named")
    module.__file__ = path
    return module


def page(request):
    more = [7, Proxy(), named(7), named("a" + chr(0)), named(chr(0xd800))]
    sys.modules.update({f"more{n}": one for n, one in enumerate(more)})
    request.respond(200, {}, b"loaded" if hasattr(sys, "loaded") else b"lazy")


lazy("seldom_used")
sys.modules.update(raises=Raises("raises"), loads=Loads("loads"), proxy=Proxy())
persist_worker.each_request(page)
"""


def test_watching_loads_nothing(start: Start) -> None:
    worker = start("""
        import sys
        for request in persist_worker.each_request():
            request.respond(200, {}, str("inspect" in sys.modules).encode())
    """)
    worker.ready()
    assert worker.data().get("/").body == b"False"


class ScriptAsClass:
    """Stands in sys.modules."""

    __file__ = "/a/class.py"


def test_a_class_may_stand_for_a_module() -> None:
    assert file_of(ScriptAsClass) == "/a/class.py"
    assert file_of(type("Empty", (ScriptAsClass,), {})) is None


def test_watching_runs_no_code_of_a_module(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    library = tmp_path / "seldom_used.py"
    library.write_text("import sys\nsys.loaded = True\nraise ValueError\n")
    worker = start(STRANGE)
    assert str(library).encode() in worker.ready()[5]
    data = worker.data()
    assert [data.get("/").body for _ in range(2)] == [b"lazy"] * 2
    message = worker.control.take()
    assert message is not None
    assert message[0] == FILES
    assert worker.stop() == 0
    assert worker.printed() == ""
