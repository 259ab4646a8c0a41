# SPDX-License-Identifier: Apache-2.0
"""Serves an application: what run.py does once it has found this package."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ._app_exec import no_other_program
from ._app_failures import explain
from ._app_kind import Kind, kind_of
from ._app_load import NoApplicationError, find, load_file, load_name
from ._way import source

if TYPE_CHECKING:
    from types import ModuleType

_NO_APPLICATION = 125  # exit status, for PERSIST1009


class Order(NamedTuple):
    """What the command line orders."""

    folder: Path
    wanted: str  # MODULE:NAME, or "" for what the file has by convention
    entry: Path


def _take_order() -> Order:
    """Read the command line, and leave that of the application's own file."""
    words = iter(sys.argv[1:])
    options = {"--folder": ".", "--object": ""}
    for word in words:
        if word not in options:
            sys.argv[:] = [word, *words]
            break
        options[word] = next(words)
    return Order(
        Path(options["--folder"]).absolute(),
        options["--object"],
        Path(sys.argv[0]).absolute(),
    )


def _load_module(name: str, entry: Path) -> ModuleType:
    """Load it. Flask lets an app.run() of it pass, as under `flask run`."""
    os.environ["FLASK_RUN_FROM_CLI"] = "true"
    try:
        return load_name(name) if name else load_file(entry)
    finally:
        os.environ.pop("FLASK_RUN_FROM_CLI", None)


def _load(order: Order) -> tuple[object, Kind] | None:
    """Return the application; None: loading it has served all requests."""
    name, _, wanted = order.wanted.partition(":")
    with no_other_program():
        module = _load_module(name, order.entry)
    if source.pid:
        return None
    found = find(module, wanted)
    return found, kind_of(found, "" if name else order.entry.name)


def _clones() -> bool | int:
    """Return what PERSIST_CLONES asks for, since many files can't ask."""
    text = os.environ.get("PERSIST_CLONES", "off")
    if text in {"on", "off"}:
        return text == "on"
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(
            "PERSIST_CLONES must be on, off or a number of requests, "
            f"not {text}"
        )
    return int(text)


def _serve(application: Any, kind: Kind) -> None:  # noqa: ANN401 (of a kind)
    """Serve it by _asgi.serve_asgi or _wsgi.serve_wsgi; load only that one."""
    name = kind.value.lower()
    module = import_module(f"._{name}", __package__)
    if kind is Kind.WSGI:
        module.serve_wsgi(application, clones=_clones())
    else:
        module.serve_asgi(application)


def _take_log() -> None:
    """Give warnings that no handler takes their level and their request."""
    if "logging" in sys.modules:
        import_module(".logging", __package__).be_last_resort()


def main() -> None:
    """Load and serve the application that the command line names.

    Its command line is that of its own file. In a terminal, a request is for
    the root of the application: SCRIPT_NAME is empty, unless the environment
    has another one.
    """
    order = _take_order()
    os.environ.setdefault("SCRIPT_NAME", "")
    try:
        loaded = _load(order)
    except Exception as error:  # noqa: BLE001 (whatever the application raises)
        line = explain(error, order.wanted, order.entry, order.folder)
        # persistd knows the line by its beginning.
        sys.stderr.write(f"persist-app: {line}\n")
        none = isinstance(error, NoApplicationError)
        sys.exit(_NO_APPLICATION if none else 1)
    if loaded is not None:
        _take_log()
        _serve(*loaded)
