# SPDX-License-Identifier: Apache-2.0
"""The standard streams of the process, the same however it is run."""

from __future__ import annotations

import contextlib
import io
import os
import sys


def show_lines_at_once() -> None:
    """Make the lines of print() appear in the error log at once."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def flush(stream: object) -> None:
    """Flush what a script has put in the place of a standard stream.

    That may be closed, detached, or an object that can only write().
    """
    with contextlib.suppress(Exception):
        stream.flush()  # type: ignore[attr-defined]


def take_stdio() -> tuple[int, int]:
    """Return descriptors of the request's body and of its response.

    The standard streams are then as in a worker: standard input is empty, and
    what this process or its children print goes where stderr goes.
    """
    body, response = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    show_lines_at_once()
    return body, response
