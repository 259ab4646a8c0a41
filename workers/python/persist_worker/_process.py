# SPDX-License-Identifier: Apache-2.0
"""Makes the process a worker, when this module is imported.

persistd's listening socket must be taken over before the script forks. Then no
process that the script starts later, os.system("… &") included, holds a
descriptor of it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

from ._backend import core as _core
from ._marked import mark_lines


def _open() -> int:
    """Become a worker. Return 0, or the errno that tells why not."""
    number = _core.open()
    os.environ.pop("PERSIST_WORKER", None)
    return number


def hear_signals() -> bool:
    """Make a signal end the core's wait. Only the main thread can set this.

    Python runs its handlers when the core has returned. Without this, a signal
    that comes just before the core's wait begins would wait with it.
    """
    if threading.current_thread() is not threading.main_thread():
        return False
    signal.set_wakeup_fd(_core.interrupt_fd(), warn_on_full_buffer=False)
    return True


def _has_huge_pages() -> bool:
    """Return what PERSIST_HUGE_PAGES says of the memory of Python's objects."""
    wanted = os.environ.get("PERSIST_HUGE_PAGES", "on")
    if wanted not in {"on", "off"}:
        sys.exit(f"PERSIST_HUGE_PAGES is on or off, not {wanted}")
    return wanted == "on"


def _prepare() -> None:
    """Set up memory, streams and signals of the worker."""
    if _has_huge_pages() and sys.implementation.name == "cpython":
        _core.huge_pages()
    mark_lines()
    if hear_signals():
        # in a child the descriptor is closed, and its number used again
        os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))


error = _open()
if not error:
    _prepare()
