# SPDX-License-Identifier: Apache-2.0
"""The C API of mod_persist, persist/worker.h, in Python: by cffi, in API mode.

    from persist_worker.c_api import ffi, lib, worker

lib has the functions and constants that the header declares and documents.
worker is the persist_worker_t of this process, which the import has opened with
PERSIST_INTERRUPTIBLE; None if the process is no worker. README.md has a loop
over it. A program that uses it does not call each_request().

ImportError where the extension is the back end: set PERSIST_BACKEND=cffi.
"""

from __future__ import annotations

from typing import Any

from ._backend import core as _core

if not hasattr(_core, "worker"):
    raise ImportError("this needs PERSIST_BACKEND=cffi in the environment")

from ._cffi import ffi, lib

worker: Any = _core.worker

__all__ = ["ffi", "lib", "worker"]
