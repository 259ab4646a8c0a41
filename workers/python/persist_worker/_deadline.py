# SPDX-License-Identifier: Apache-2.0
"""Soft deadlines: an exception inside the handler that is late, only there.

persistd reports which request is late and sends a signal. Python runs the
signal's handler in the main thread, between two instructions. If the main
thread is late, the exception is raised there at once. It is sent to another
thread by PyThreadState_SetAsyncExc, and is raised at that thread's next
instruction; if the thread waits in a system call, when that returns. PyPy can't
do that: there a deadline shows in other threads only in `cancelled`.

A request is armed while its handler runs. Removing it from the table of armed
requests is one step under the interpreter's lock, and whoever does it decides:
if the signal's handler removes it, the request is interrupted; if its own
thread does, it can no longer be. So each request is interrupted at most once,
and no exception hits the next one.
"""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING, Callable

from ._backend import core as _core
from ._errors import DeadlineExceeded
from ._whole import is_whole

if TYPE_CHECKING:
    from types import FrameType, ModuleType

# The signal below the core's own. SIGUSR2 stays free for the script.
_NUMBER = signal.SIGRTMAX - 3

_PAUSE = 0.0005


class Ticket:
    """An armed request and its state."""

    def __init__(self, late: Callable[[], bool]) -> None:
        """Belong to this thread; late() returns whether the time is over."""
        self.late = late
        self.thread = threading.get_ident()
        self.safe = False  # its own thread has disarmed it, or can't be hit
        self.sent = False  # an exception was sent to its thread


def _async() -> ModuleType:
    from . import _async_exc  # noqa: PLC0415 (ctypes is slow to load)

    return _async_exc


class Deadlines:
    """All armed requests of the process."""

    def __init__(self) -> None:
        """Start with an empty table."""
        self._armed: dict[Ticket, None] = {}
        self._main = threading.main_thread().ident
        self._looking = self._again = False

    def listen(self) -> None:
        """Install the handler of the signal, which only the main thread can.

        Called in another thread, deadlines show only in `cancelled`.
        """
        if threading.get_ident() == self._main:
            signal.signal(_NUMBER, self._on_signal)
            _core.signal(_NUMBER)

    def arm(self, late: Callable[[], bool]) -> Ticket:
        """Allow the deadline to interrupt this thread from now on."""
        ticket = Ticket(late)
        if ticket.thread != self._main:
            # load it now, as the deadline cannot wait
            ticket.safe = not _async().POSSIBLE
        if not ticket.safe:
            self._armed[ticket] = None
        return ticket

    def disarm(self, ticket: Ticket) -> None:
        """Stop the deadline from interrupting; cancel an exception on its way.

        DeadlineExceeded may still be raised in this function, for the last
        time.
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
        """Check all armed requests, once more if a signal comes meanwhile.

        Python may run this function inside itself. If the inner call raised, an
        outer call might not send the exception to another thread that is
        already marked to get one, and that thread would wait for ever.
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
        """Interrupt late requests. True: the main thread's is among them."""
        own = False
        for ticket in list(self._armed):
            if ticket.thread == self._main and is_whole(frame):
                continue  # httpd repeats it within a second
            if ticket.late() and self._take(ticket):
                own |= self._interrupt(ticket)
        return own

    def _interrupt(self, ticket: Ticket) -> bool:
        """Send the exception to another thread. True: it is for this one."""
        if ticket.thread == self._main:
            return True
        _async().send(ticket.thread, DeadlineExceeded)
        ticket.sent = True
        return False


deadlines = Deadlines()
