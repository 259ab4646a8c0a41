# SPDX-License-Identifier: Apache-2.0
"""The script as a worker: requests from httpd, through the C core."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ._backend import core as _core
from ._body import RawBody
from ._clone import make_clone
from ._deadline import deadlines
from ._errors import ClientGone
from ._loaded_files import loaded_files
from ._marked import end_lines
from ._request import Request

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._deadline import Ticket


class ResidentBody(RawBody):
    """The body that httpd passes on."""

    def __init__(self, request: ResidentRequest) -> None:
        """Read the body of this request."""
        self._read_into = request._read_into  # noqa: SLF001 (its other half)

    def _receive(self, buffer: Buffer) -> int:
        return self._read_into(buffer)

    def detach_request(self) -> None:
        """Make reads fail, as the request is over."""
        super().detach_request()
        del self._read_into


class ResidentRequest(_core.Exchange, Request):
    """A request of the C core, which implements most of Request."""

    _ticket: Ticket | None = None

    def _open_body(self) -> RawBody:
        if self._over:
            raise RuntimeError("the request is over")
        return ResidentBody(self)

    def _flush(self) -> None:
        self._send_held()
        if self.cancelled and not self._is_late():
            raise ClientGone("the client has gone")

    def _arm(self) -> None:
        if self._limited:
            self._ticket = deadlines.arm(self._is_late)

    def _disarm(self) -> None:
        if self._ticket is not None:
            deadlines.disarm(self._ticket)


class Resident:
    """The requests of a worker, for all its threads."""

    pid = 0
    once = False
    modules = 0  # how many there were when the files were last reported

    def by_length(self) -> None:
        """Have httpd gather bodies whose length the client has not told."""
        if not self.pid:  # else enter() says what is wrong
            _core.by_length()

    def enter(self, threads: int, clones: int | None) -> int:
        """Prepare for so many threads. Return how many are used: all."""
        self._enter(threads)
        deadlines.listen()
        if clones is not None:
            _core.clones(clones)
        return threads

    def enter_event_loop(self, capacity: int) -> int:
        """Prepare for so many requests at a time in this thread.

        Return the descriptor that an event loop watches for _core.pump().
        """
        self._enter(capacity)
        return _core.fd()

    def _enter(self, capacity: int) -> None:
        if self.pid:
            raise RuntimeError("the loop has been entered before")
        self.pid = os.getpid()
        self.modules = len(sys.modules)
        _core.ready(capacity, loaded_files())

    def take(self, previous: Request | None) -> Request | None:  # noqa: ARG002
        """Give the closed request back and wait for the next one.

        None: the worker must end.
        """
        end_lines()
        self.tell_files()
        return _core.next(ResidentRequest, self._clone)

    def _clone(self) -> None:
        make_clone()
        self.pid = os.getpid()

    def tell_files(self) -> None:
        """Report the files again if a request has imported a module."""
        if len(sys.modules) != self.modules:
            self.modules = len(sys.modules)
            _core.loaded(loaded_files())

    def current(self) -> Request | None:
        """Return this thread's request."""
        return _core.current()

    def leave(self, previous: Request | None) -> None:  # noqa: ARG002
        """Give the closed request back. The worker takes no further one."""
        _core.leave()
