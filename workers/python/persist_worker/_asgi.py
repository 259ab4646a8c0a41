# SPDX-License-Identifier: Apache-2.0
"""ASGI applications (version 3.0): http and lifespan, on an event loop."""

from __future__ import annotations

import os
from collections.abc import Awaitable
from typing import Callable

Application = Callable[..., Awaitable[object]]


def _asked_for_pathsend() -> bool:
    """Return what PERSIST_PATHSEND says, since a file may call nothing."""
    text = os.environ.get("PERSIST_PATHSEND", "off")
    if text not in {"on", "off"}:
        raise ValueError(f"PERSIST_PATHSEND must be on or off, not {text}")
    return text == "on"


def serve_asgi(
    application: Application, *, pathsend: bool | None = None
) -> None:
    """Serve an ASGI application (version 3.0) until the worker must end.

    Up to 1024 requests at a time run on one event loop, as far as
    PersistConcurrency allows: that of uvloop where it can be imported, else
    asyncio's. The scopes are http and lifespan; path begins with root_path,
    which is where the application is mounted. Extensions:
    http.response.zerocopysend, http.response.early_hint, and over HTTP/2
    http.response.trailers.

    With pathsend, also http.response.pathsend: frameworks then have httpd read
    the files that they send. Middleware that looks at bodies, to compress them
    for example, mostly does not know that message, and fails. None: what
    PERSIST_PATHSEND of the environment says (on or off, the default).

    When the client has gone, receive() returns http.disconnect, and send()
    raises ClientGone for a piece that is not the last one. The application
    works on, and the request is over when it has completed its response or
    returned. At the soft deadline its task is cancelled, and a client that
    waits gets a 504. An exception is a 500 with the traceback in httpd's error
    log. After the response the application may work on; the request is over
    then. The worker does not end before such work is done, unless persistd
    kills it (PersistStopTimeout after STOP).

    send() waits while the client is slow. For each request at most 96 KiB wait
    for room in the socket, whatever the application sends, and receive()
    returns at most 64 KiB at a time.

    If the application's startup fails, its reason is printed and the worker
    does not become ready. The same file also runs as a plain CGI program and
    from a terminal, see each_request(); there is one request then. Such a
    worker is never cloned.
    """
    from ._asgi_run import run  # noqa: PLC0415 (asyncio is slow to load)

    if pathsend is None:
        pathsend = _asked_for_pathsend()
    run(application, pathsend=pathsend)
