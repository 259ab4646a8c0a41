# SPDX-License-Identifier: Apache-2.0
"""The process's standard streams, made the same in all ways to run."""

from __future__ import annotations

import io
import os
import sys


def show_lines_at_once() -> None:
    """Let print() show in the error log when it is called."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def take_stdio() -> tuple[int, int]:
    """Return descriptors of the request's body and of its response.

    What they were is as in a worker then: standard input is empty, and what is
    printed, by this process or its children, goes where stderr goes.
    """
    body, response = os.dup(0), os.dup(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    show_lines_at_once()
    return body, response
