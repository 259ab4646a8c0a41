# SPDX-License-Identifier: Apache-2.0
"""What the process takes over from persistd when it is imported.

persistd's listening socket must be taken over before anything forks: whatever
the script starts later, os.system("… &") included, then holds no descriptor of
it.
"""

from __future__ import annotations

import os
import signal
import threading

from . import _core
from ._marked import mark_lines


def _open() -> int:
    """Become a worker. Return 0, or the errno that says why there is none."""
    number = _core.open()
    os.environ.pop("PERSIST_WORKER", None)
    return number


def hear_signals() -> bool:
    """Let a signal end the core's wait; only the main thread can have that.

    Python's handlers run when the core has come back; one that is due just
    before the core waits must not have to wait with it.
    """
    if threading.current_thread() is not threading.main_thread():
        return False
    signal.set_wakeup_fd(_core.interrupt_fd(), warn_on_full_buffer=False)
    return True


def _prepare() -> None:
    """Fit the process to its new life."""
    mark_lines()
    if hear_signals():
        # closed in a child, and soon another file's number
        os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))


error = _open()
if not error:
    _prepare()
