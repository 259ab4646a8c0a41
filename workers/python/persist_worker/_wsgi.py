# SPDX-License-Identifier: Apache-2.0
"""WSGI applications (PEP 3333) as handlers of requests."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Callable

from ._loop import each_request, thread_count
from ._request import AFTER
from ._wsgi_answer import Answer
from ._wsgi_environ import constants, environ_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._request import Request

Application = Callable[..., "Iterable[bytes]"]

_SLOW = 0.001  # seconds


class Server:
    """Calls the application for each request."""

    def __init__(self, application: Application, threads: int) -> None:
        """Serve in this many threads."""
        self._application = application
        self._constants = constants(threads, once=False)
        self._slow = False  # True: it has worked on behind a response

    def __call__(self, request: Request) -> None:
        """Answer one request."""
        if self._slow:
            request._flags |= AFTER  # noqa: SLF001 (the loop's half of it)
        answer = Answer(request)
        environ = environ_of(request, self._constants)
        result = self._application(environ, answer.start_response)
        try:
            answer.send(result)
        finally:
            self._close(result)

    def _close(self, result: Any) -> None:  # noqa: ANN401 (whatever it is)
        """Close the iterable.

        The client has its response. If that takes long, further responses say
        so, and the next request goes to a worker that is free.
        """
        close = getattr(result, "close", None)
        if close is not None:
            begin = perf_counter()
            close()
            self._slow |= perf_counter() - begin > _SLOW


def serve_wsgi(
    application: Application,
    *,
    threads: int | None = None,
    clones: bool | int = False,
) -> None:
    """Serve a WSGI application (PEP 3333) until the worker must end.

    threads and clones are those of each_request().
    """
    count = thread_count(threads)
    each_request(Server(application, count), threads=count, clones=clones)
