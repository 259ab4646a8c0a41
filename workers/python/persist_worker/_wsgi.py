# SPDX-License-Identifier: Apache-2.0
"""WSGI applications (PEP 3333) as handlers of requests."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Callable

from ._close_time import CloseTime
from ._loop import each_request, thread_count
from ._request import AFTER
from ._way import source
from ._wsgi_answer import Answer
from ._wsgi_environ import Input, constants

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._request import Request

Application = Callable[..., "Iterable[bytes]"]


class Server:
    """Calls the application for each request."""

    def __init__(self, application: Application, threads: int) -> None:
        """Serve in this many threads."""
        self._application = application
        self._constants = constants(threads, once=source.once)
        self._close_time = CloseTime()

    def __call__(self, request: Request) -> None:
        """Answer one request."""
        answer = Answer(request)
        environ = request._environ(self._constants)  # noqa: SLF001 (the loop's half of it)
        environ["wsgi.input"] = Input(request)
        environ["persist_worker.request"] = request
        result = self._application(environ, answer.start_response)
        close = getattr(result, "close", None)
        if close is not None and self._close_time.is_long():
            request._flags |= AFTER  # noqa: SLF001 (the same)
        try:
            answer.send(result)
        finally:
            if close is not None:
                self._close(close)

    def _close(self, close: Callable[[], object]) -> None:
        """Close the iterable, behind the response.

        While that takes long, further responses announce it (AFTER): httpd
        then gives the next request to a worker that is free. persistd must ask
        the worker for each of them, which most applications do not need.
        """
        begin = perf_counter()
        close()
        self._close_time.add(perf_counter() - begin)


def serve_wsgi(
    application: Application,
    *,
    threads: int | None = None,
    clones: bool | int = False,
) -> None:
    """Serve a WSGI application (PEP 3333) until the worker must end.

    environ has the CGI variables of the request, with the mount in SCRIPT_NAME;
    wsgi.url_scheme is https if HTTPS is "on", or httpd itself speaks TLS.
    wsgi.input ends where the body ends; httpd gathers a body whose length the
    client has not told, so that CONTENT_LENGTH is there. A reason phrase of the
    application's own is in the status line of HTTP/1. What is
    written to wsgi.errors goes to httpd's error log under the request's id.
    wsgi.file_wrapper passes a regular file to httpd, from its current position.
    environ["persist_worker.request"] is the Request, for what WSGI has no name
    for: early_hints(), time_left, cancelled, after_response(), log().

    A body that is a list, or whose first piece has Content-Length bytes, is
    sent as one message; of others, each piece at once. The iterable's close()
    is called when the response is out, and whatever happened before. An
    exception is answered as in each_request().

    threads and clones are those of each_request(), and so are the errors. With
    several threads wsgi.multithread is true.
    """
    count = thread_count(threads)
    source.by_length()
    each_request(Server(application, count), threads=count, clones=clones)
