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
import sys
from typing import Any

from ._ffi import ffi, lib

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


worker, missing = _open()

if worker and isinstance(sys.stdout, io.TextIOWrapper):
    # stdout is a pipe to the error log: a line shall show when it is printed.
    sys.stdout.reconfigure(line_buffering=True)
