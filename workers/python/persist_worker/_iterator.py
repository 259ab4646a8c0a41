# SPDX-License-Identifier: Apache-2.0
"""The loop as an iterator: what a for statement steps through."""

from __future__ import annotations

import atexit
import contextlib
import sys
import threading
from typing import TYPE_CHECKING, Callable

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


class _Place:
    """What a thread has of the loop, and lets go of at its end."""

    inside = False  # from the first request that it waits for to the end
    request: Request | None = None
    closed: Request | None = None  # and not yet given back

    # a module may have lost its names when the interpreter ends
    _this_thread = staticmethod(threading.get_ident)

    def __init__(self, leave: Callable[[_Place], None]) -> None:
        self._leave = leave
        self._thread = self._this_thread()

    def take_closed(self) -> Request | None:
        closed, self.closed = self.closed, None
        return closed

    def __del__(self) -> None:
        """Leave: the thread has left its loop by break, say, and ends.

        What runs in another thread is the end of the interpreter, or a forked
        child without that thread: neither has a part in its request.
        """
        if self.inside and self._thread == self._this_thread():
            self._leave(self)


class _Places(threading.local):
    """The place of each thread that asks for one."""

    def __init__(self, leave: Callable[[_Place], None]) -> None:
        self.mine = _Place(leave)


class Requests:
    """An iterator over requests, which threads may share.

    A request is over when its thread asks for the next one. An exception that
    leaves the loop is answered with 500, and the worker is replaced. It also is
    when a thread leaves the loop otherwise and ends; a response that was begun
    and not ended by then is aborted.
    """

    def __init__(self) -> None:
        """Not for scripts: each_request() makes it."""
        self._places = _Places(self._leave_place)
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
        place = self._places.mine
        place.inside = True
        while True:
            self._close(place)
            request = place.request = source.take(place.take_closed())
            if request is None:
                place.inside = False
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

    def _close(self, place: _Place, *, left: bool = False) -> None:
        """Close the request that is there, if one is.

        left: the script is not ready with it. What is to run after it may raise
        SystemExit; the request is closed then, too.
        """
        request = place.request
        if request is not None:
            _quiet(request)
            place.request, place.closed = None, request
            self._end(request, left=left)

    def _end(self, request: Request, *, left: bool) -> None:
        if is_child():  # its parent answers
            self._drop()
            self._closing(request)
            return
        self._closing(request)
        if left:
            request._cut_off()  # noqa: SLF001 (the loop's half of a request)
        request._close()  # noqa: SLF001

    def _leave_place(self, place: _Place) -> None:
        """Let go of its request and of the whole worker."""
        place.inside = False
        try:
            self._close(place, left=True)
        finally:
            closed = place.take_closed()
            if not is_child():
                source.leave(closed)

    def _leave(self) -> None:
        self._leave_place(self._places.mine)

    def _leave_others(self) -> None:
        """Leave before the interpreter waits for threads at its end.

        It does so ahead of what atexit has, and those that are in the loop stay
        there until the worker shall end. Who was never in it, or has come to
        its end, leaves nothing.
        """
        if self._places.mine.inside and not _is_alone():
            self._leave()

    def _fail(self, error: BaseException | None) -> bool:
        """Answer this thread's request with 500. True: the error was logged."""
        request = self._places.mine.request
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
