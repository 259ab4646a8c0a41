# SPDX-License-Identifier: Apache-2.0
"""The C core, and what it takes over from persistd when it is imported.

Only this module imports the compiled extension. persistd's listening socket
must be taken over before anything forks, hence at import: whatever the script
starts later, os.system("… &") included, then holds no descriptor of it.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

from ._ffi import ffi, lib
from ._marked import mark_lines

__all__ = ["Pointer", "error", "ffi", "hear_signals", "lib", "worker"]

Pointer = Any  # a cdata object of cffi


def _open() -> tuple[Pointer, int]:
    """Return the worker, or NULL and the errno that says why."""
    version = ffi.string(lib.PERSIST_WORKER_VERSION)
    sdk = ffi.new("char[]", b"python " + version)
    worker = lib.persist_worker_open(sdk, lib.PERSIST_INTERRUPTIBLE)
    number = 0 if worker else ffi.errno
    os.environ.pop("PERSIST_WORKER", None)
    return worker, number


def hear_signals() -> bool:
    """Let a signal end the core's wait; only the main thread can have that.

    Python's handlers run between two calls of the core; one that is due just
    before the core waits must not have to wait with it.
    """
    if threading.current_thread() is not threading.main_thread():
        return False
    fd = lib.persist_worker_interrupt_fd(worker)
    signal.set_wakeup_fd(fd, warn_on_full_buffer=False)
    return True


def _prepare() -> None:
    """Fit the process to its new life."""
    mark_lines()
    if hear_signals():
        # closed in a child, and soon another file's number
        os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))


worker, error = _open()
if worker:
    _prepare()
