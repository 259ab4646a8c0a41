# SPDX-License-Identifier: Apache-2.0
"""The C core, and what it takes over from persistd when it is imported.

Only this module imports the compiled extension. persistd's listening socket
must be taken over before anything forks, hence at import: whatever the script
starts later, os.system("… &") included, then holds no descriptor of it.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from typing import Any

from ._ffi import ffi, lib

__all__ = ["Pointer", "ffi", "lib", "missing", "worker"]

Pointer = Any  # a cdata object of cffi


def _open() -> tuple[Pointer, str]:
    """Return the worker, or NULL and the reason why there is none."""
    version = ffi.string(lib.PERSIST_WORKER_VERSION)
    sdk = ffi.new("char[]", b"python " + version)
    worker = lib.persist_worker_open(sdk, lib.PERSIST_INTERRUPTIBLE)
    number = ffi.errno
    os.environ.pop("PERSIST_WORKER", None)
    if worker:
        return worker, ""
    if number == errno.ENOENT:
        return worker, "it was not started by persistd"
    return worker, f"PERSIST_WORKER is of no use: {os.strerror(number)}"


def _prepare() -> None:
    """Fit the process to its new life."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # a pipe to the error log: a line shall show when it is printed
        sys.stdout.reconfigure(line_buffering=True)
    if threading.current_thread() is threading.main_thread():
        # Python's handlers run between two calls of the core; one that is
        # due just before the core waits must not have to wait with it
        signal.set_wakeup_fd(
            lib.persist_worker_interrupt_fd(worker), warn_on_full_buffer=False
        )
        # closed in a child, and soon another file's number
        os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))


worker, missing = _open()
if worker:
    _prepare()
