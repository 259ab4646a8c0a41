# SPDX-License-Identifier: Apache-2.0
"""The loop as an iterator, for a for statement."""

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
    """Disarm the deadline: the script is done with the request."""
    try:
        request._disarm()  # noqa: SLF001 (the loop's half of a request)
    except DeadlineExceeded:
        request._disarm()  # noqa: SLF001


def _is_alone() -> bool:
    """Return whether the interpreter waits for no other thread at exit."""
    here = threading.current_thread()
    return all(t is here or t.daemon for t in threading.enumerate())


class _Place:
    """A thread's state in the loop, which it gives up when it ends."""

    inside = False  # True from the first wait for a request to the end
    request: Request | None = None
    closed: Request | None = None  # closed and not yet given back

    # at the interpreter's end, the module may have lost its names
    _this_thread = staticmethod(threading.get_ident)

    def __init__(self, leave: Callable[[_Place], None]) -> None:
        self._leave = leave
        self._thread = self._this_thread()

    def take_closed(self) -> Request | None:
        closed, self.closed = self.closed, None
        return closed

    def __del__(self) -> None:
        """Leave the loop: the thread has left it by break, say, and ends.

        If this runs in another thread, the interpreter ends, or this is a
        forked child that does not have the thread. Neither may touch its
        request.
        """
        if self.inside and self._thread == self._this_thread():
            self._leave(self)

    if sys.implementation.name == "pypy":
        # Finalizers run late there, in any thread; ffi/exchange.c leaves.
        del __del__


class _Places(threading.local):
    """The place of each thread that uses the loop."""

    def __init__(self, leave: Callable[[_Place], None]) -> None:
        self.mine = _Place(leave)


class Requests:
    """An iterator over requests, which threads may share.

    A request is over when its thread asks for the next one. An exception that
    leaves the loop is answered with 500, and the worker is replaced. The worker
    is also replaced when a thread leaves the loop in another way and ends; a
    response that was started and has not ended by then is aborted.
    """

    def __init__(self) -> None:
        """Create the iterator; scripts call each_request() instead."""
        self._places = _Places(self._leave_place)
        self._report = sys.excepthook
        self._report_in_thread = threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        atexit.register(self._leave)
        before_join = getattr(threading, "_register_atexit", atexit.register)
        with contextlib.suppress(RuntimeError):  # the interpreter is ending
            before_join(self._leave_others)

    def __iter__(self) -> Iterator[Request]:
        """Return itself."""
        return self

    def __next__(self) -> Request:
        """Wait for the next request; StopIteration when the worker must end."""
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
        """Prepare the request for the script. Return False if that failed."""
        return True

    def _closing(self, request: Request) -> None:
        """Clean up when the script is done with the request."""

    def _drop(self) -> None:
        """Discard output that the script has not sent itself."""

    def _close(self, place: _Place, *, left: bool = False) -> None:
        """Close the thread's request, if it has one.

        With left, the script is not done with it. A function of
        after_response() may raise SystemExit; the request is closed then, too.
        """
        request = place.request
        if request is not None:
            _quiet(request)
            place.request, place.closed = None, request
            self._end(request, left=left)

    def _end(self, request: Request, *, left: bool) -> None:
        if is_child():  # the parent sends the response
            self._drop()
            self._closing(request)
            return
        self._closing(request)
        if left:
            request._cut_off()  # noqa: SLF001 (the loop's half of a request)
        request._close()  # noqa: SLF001

    def _leave_place(self, place: _Place) -> None:
        """Close the thread's request and make the worker leave."""
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
        """Leave before the interpreter waits for other threads at exit.

        The interpreter waits before it runs atexit functions, and threads in
        the loop stay there until the worker must end. A thread that was never
        in the loop, or has come to its end, has nothing to leave.
        """
        if self._places.mine.inside and not _is_alone():
            self._leave()

    def _fail(self, error: BaseException | None) -> bool:
        """Answer the request with 500. Return True if the error was logged."""
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
