# SPDX-License-Identifier: Apache-2.0
"""Soft deadlines, raised inside the handler that is late, and nowhere else.

persistd tells the worker which request is late and sends a signal; Python runs
its handler in the main thread, between two instructions. There the exception is
raised at once. Another thread is sent it (PyThreadState_SetAsyncExc) and has it
at its next instruction: one that waits in a system call, when that returns.

A request is armed while its handler runs. Whoever takes it out of the table of
armed ones, one step under the interpreter's lock, decides: the signal's handler
that it is interrupted, its own thread that it no longer can be. So each request
is interrupted at most once, and no exception meets the next one.
"""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING, Callable

from . import _core
from ._errors import DeadlineExceeded
from ._whole import is_whole

if TYPE_CHECKING:
    from types import FrameType, ModuleType

# The one below the core's own; SIGUSR2 is left to the script.
_NUMBER = signal.SIGRTMAX - 3

_PAUSE = 0.0005


class Ticket:
    """One armed request, and what has become of it."""

    def __init__(self, late: Callable[[], bool]) -> None:
        """Belong to this thread; late says whether the time is over."""
        self.late = late
        self.thread = threading.get_ident()
        self.safe = False  # its own thread has taken it back
        self.sent = False  # an exception is under way to its thread


def _async() -> ModuleType:
    from . import _async_exc  # noqa: PLC0415 (ctypes is slow to load)

    return _async_exc


class Deadlines:
    """All armed requests of the process."""

    def __init__(self) -> None:
        """Have none."""
        self._armed: dict[Ticket, None] = {}
        self._main = threading.main_thread().ident
        self._looking = self._again = False

    def listen(self) -> None:
        """Take the signal, which only the main thread can.

        Elsewhere a deadline is seen as `cancelled` alone.
        """
        if threading.get_ident() == self._main:
            signal.signal(_NUMBER, self._on_signal)
            _core.signal(_NUMBER)

    def arm(self, late: Callable[[], bool]) -> Ticket:
        """Let the deadline interrupt this thread from now on."""
        ticket = Ticket(late)
        if ticket.thread != self._main:
            _async()  # loaded before it counts
        self._armed[ticket] = None
        return ticket

    def disarm(self, ticket: Ticket) -> None:
        """Let it not any more; what is under way is caught.

        It may yet arrive in here, for the last time: DeadlineExceeded.
        """
        ticket.safe = ticket.safe or self._take(ticket)
        if ticket.safe or ticket.thread == self._main:
            return
        while not ticket.sent:
            time.sleep(_PAUSE)
        _async().send(ticket.thread, None)

    def _take(self, ticket: Ticket) -> bool:
        return self._armed.pop(ticket, self) is None

    def _on_signal(self, _number: int, frame: FrameType | None) -> None:
        """Look at all armed requests; a signal that comes meanwhile adds one.

        Python may run this inside of itself: an exception from in there would
        leave another thread waiting for the one that it was promised.
        """
        self._again = True
        if self._looking:
            return
        self._looking = True
        own = False
        try:
            while self._again:
                self._again = False
                _core.look()
                own |= self._look(frame)
        finally:
            self._looking = False
        if own:
            raise DeadlineExceeded("the request has taken too long")

    def _look(self, frame: FrameType | None) -> bool:
        """Interrupt those who are late. True: this thread is among them."""
        own = False
        for ticket in list(self._armed):
            if ticket.thread == self._main and is_whole(frame):
                continue  # httpd says it again within a second
            if ticket.late() and self._take(ticket):
                own |= self._interrupt(ticket)
        return own

    def _interrupt(self, ticket: Ticket) -> bool:
        """Send it to another thread. True: it is this one's own."""
        if ticket.thread == self._main:
            return True
        _async().send(ticket.thread, DeadlineExceeded)
        ticket.sent = True
        return False


deadlines = Deadlines()
