# SPDX-License-Identifier: Apache-2.0
"""Raises exceptions in other threads, which PyPy has no way to."""

from __future__ import annotations

import ctypes
import sys

POSSIBLE = sys.implementation.name != "pypy"


def send(thread: int, error: type[BaseException] | None) -> None:
    """Make the thread raise error at its next instruction.

    With None, an exception that was sent and not yet raised is cancelled.
    """
    value = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)
