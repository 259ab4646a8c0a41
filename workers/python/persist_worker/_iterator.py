# SPDX-License-Identifier: Apache-2.0
"""The loop as an iterator: what a for statement steps through."""

from __future__ import annotations

import atexit
import contextlib
import sys
import threading
from typing import TYPE_CHECKING

from ._errors import DeadlineExceeded
from ._way import is_child, source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from ._request import Request


def _quiet(request: Request) -> None:
    """Let the deadline interrupt nothing any more; the script is ready."""
    try:
        request._disarm()  # noqa: SLF001 (the loop's half of a request)
    except DeadlineExceeded:
        request._disarm()  # noqa: SLF001


def _is_alone() -> bool:
    """Return whether the interpreter waits for no other thread at its end."""
    here = threading.current_thread()
    return all(t is here or t.daemon for t in threading.enumerate())


class Requests:
    """An iterator over requests, which threads may share.

    A request is over when its thread asks for the next one. An exception that
    leaves the loop is answered with 500, and the worker is replaced. A response
    that was begun and not ended when the script ends is aborted.
    """

    def __init__(self) -> None:
        """Not for scripts: each_request() makes it."""
        self._local = threading.local()
        self._report = sys.excepthook
        self._report_in_thread = threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        atexit.register(self._leave)
        before_join = getattr(threading, "_register_atexit", atexit.register)
        with contextlib.suppress(RuntimeError):  # it has begun to end
            before_join(self._leave_others)

    def __iter__(self) -> Iterator[Request]:
        """Return itself."""
        return self

    def __next__(self) -> Request:
        """Wait for the next request. StopIteration: the worker shall end."""
        self._local.inside = True
        while True:
            request = self._local.request = source.take(self._closed())
            if request is None:
                self._local.inside = False
                raise StopIteration
            if self._opened(request):
                request._arm()  # noqa: SLF001 (the loop's half of a request)
                return request

    def _opened(self, request: Request) -> bool:  # noqa: ARG002
        """Do what is to be done before the script has it. False: it failed."""
        return True

    def _closing(self, request: Request) -> None:
        """Do what is to be done when the script is ready with it."""

    def _drop(self) -> None:
        """Send nothing of what the script has not sent itself."""

    def _closed(self, *, left: bool = False) -> Request | None:
        """Return this thread's request if it has one, closed.

        left: the script is not ready with it. What is to run after it may raise
        SystemExit; the next call returns the request then.
        """
        local = self._local
        request: Request | None = getattr(local, "request", None)
        if request is not None:
            _quiet(request)
            local.request, local.closed = None, request
            self._close(request, left=left)
        closed: Request | None = getattr(local, "closed", None)
        local.closed = None
        return closed

    def _close(self, request: Request, *, left: bool) -> None:
        if is_child():  # its parent answers
            self._drop()
            self._closing(request)
            return
        self._closing(request)
        if left:
            request._cut_off()  # noqa: SLF001 (the loop's half of a request)
        request._close()  # noqa: SLF001

    def _leave(self) -> None:
        """Let go of this thread's request and of the whole worker."""
        closed = self._closed(left=True)
        if not is_child():
            source.leave(closed)

    def _leave_others(self) -> None:
        """Leave before the interpreter waits for threads at its end.

        It does so ahead of what atexit has, and those that are in the loop stay
        there until the worker shall end. Who was never in it, or has come to
        its end, leaves nothing.
        """
        if getattr(self._local, "inside", False) and not _is_alone():
            self._leave()

    def _fail(self, error: BaseException | None) -> bool:
        """Answer this thread's request with 500. True: the error was logged."""
        request = getattr(self._local, "request", None)
        if request is None or error is None or is_child():
            return False
        _quiet(request)
        self._drop()
        request._fail(error)  # noqa: SLF001 (the loop's half of a request)
        return True

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        logged = self._fail(error)
        if not (logged and self._report is sys.__excepthook__):
            self._report(kind, error, trace)

    def _on_thread_exception(self, what: threading.ExceptHookArgs) -> None:
        logged = self._fail(what.exc_value)
        if not (logged and self._report_in_thread is threading.__excepthook__):
            self._report_in_thread(what)
        self._leave()
