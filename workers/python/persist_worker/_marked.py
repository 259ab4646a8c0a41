# SPDX-License-Identifier: Apache-2.0
"""Marks printed lines with the id of the request, for the error log.

persistd removes the mark: wire/PROTOCOL.md, section 9. Lines of child processes
and of libraries that do not write through sys.stdout or sys.stderr have none.
"""

from __future__ import annotations

import io
import os
import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING, TextIO

from ._backend import core as _core

if TYPE_CHECKING:
    from typing_extensions import Buffer


# The id of the request that a task of an event loop, or a thread that runs in
# its context, works for.
running: ContextVar[bytes] = ContextVar("running", default=b"")


def _mark() -> bytes:
    name = _core.request_id() or running.get()
    return b"\x1e%s\x1f" % name if name else b""


class _Marked(io.RawIOBase):
    """A raw stream that marks each line written to a descriptor."""

    def __init__(self, fd: int) -> None:
        super().__init__()
        self._fd = fd
        self._at_start = True

    def fileno(self) -> int:
        return self._fd

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer) -> int:
        data = bytes(data)
        text = data
        if mark := _mark():
            text = data.removesuffix(b"\n").replace(b"\n", b"\n" + mark)
            text += data[len(data.removesuffix(b"\n")) :]
            if self._at_start:
                text = mark + text
        if data:
            self._at_start = data.endswith(b"\n")
        while text:
            text = text[os.write(self._fd, text) :]
        return len(data)


def _marked(stream: TextIO, fd: int) -> TextIO:
    if type(stream) is not io.TextIOWrapper or stream.fileno() != fd:
        return stream
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Marked(fd)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=True,
    )


def mark_lines() -> None:
    """Make sys.stdout and sys.stderr mark each line."""
    sys.stdout = _marked(sys.stdout, 1)
    sys.stderr = _marked(sys.stderr, 2)
