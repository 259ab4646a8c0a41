# SPDX-License-Identifier: Apache-2.0
"""Makes the process a worker, when this module is imported.

persistd's listening socket must be taken over before the script forks. Then no
process that the script starts later, os.system("… &") included, holds a
descriptor of it.
"""

from __future__ import annotations

import os
import signal
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


def _prepare() -> None:
    """Set up streams and signals of the worker."""
    mark_lines()
    if hear_signals():
        # in a child the descriptor is closed, and its number used again
        os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))


error = _open()
if not error:
    _prepare()
