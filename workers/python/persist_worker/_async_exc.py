# SPDX-License-Identifier: Apache-2.0
"""Exceptions for other threads."""

from __future__ import annotations

import ctypes


def send(thread: int, error: type[BaseException] | None) -> None:
    """Let the thread raise this at its next instruction.

    None: what was sent and has not been raised yet is taken back.
    """
    value = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)
