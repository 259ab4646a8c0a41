# SPDX-License-Identifier: Apache-2.0
"""Runs an ASGI application on an event loop: what serve_asgi() does."""

from __future__ import annotations

import asyncio
import importlib
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Callable

from ._asgi_lifespan import Lifespan, StartupFailedError
from ._asgi_scope import Offer
from ._way import source

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from ._asgi import Application


def _runner() -> Callable[[Coroutine[Any, Any, None]], None]:
    """Return uvloop's run() where the application's environment has it."""
    try:
        uvloop = importlib.import_module("uvloop")
    except ImportError:
        return asyncio.run
    if hasattr(uvloop, "run"):  # since 0.18
        return partial(uvloop.run)
    uvloop.install()
    return asyncio.run


async def _serve(application: Application, offer: Offer) -> None:
    """Answer all requests, or the one of a plain CGI program."""
    if source.once:
        from ._asgi_once import answer  # noqa: PLC0415 (as _way.py does it)

        source.enter(1, None)
        request = source.take(None)
        assert request is not None  # noqa: S101 (the first one)
        await answer(application, request, offer)
    else:
        from ._asgi_server import Server  # noqa: PLC0415 (has the C core)
        from ._resident import Resident  # noqa: PLC0415

        assert isinstance(source, Resident)  # noqa: S101 (not once)
        server = Server(application, offer)
        await server.serve(source)
        if server.fatal is not None:
            raise server.fatal


async def _live(application: Application, *, pathsend: bool) -> None:
    lifespan = Lifespan(application)
    await lifespan.startup()
    try:
        await _serve(application, Offer(lifespan.state, pathsend=pathsend))
    finally:
        await lifespan.shutdown()


def _reason(error: StartupFailedError) -> str:
    """Return one line: what comes before it is the application's text."""
    text = str(error).strip()
    before, _, last = text.rpartition("\n")
    if before:
        sys.stderr.write(before + "\n")
    return last or "it gives no reason"


def run(application: Application, *, pathsend: bool) -> None:
    """Serve until the worker must end; exit if the startup fails."""
    try:
        _runner()(_live(application, pathsend=pathsend))
    except StartupFailedError as error:
        sys.exit(f"the application's startup failed: {_reason(error)}")
