# SPDX-License-Identifier: Apache-2.0
"""What is printed for a request, marked with its id for the error log.

persistd takes the mark off: wire/PROTOCOL.md, section 9. Lines of children and
of libraries, which write past sys.stdout and sys.stderr, have none.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from . import _core

if TYPE_CHECKING:
    from typing_extensions import Buffer


def _mark() -> bytes:
    name = _core.request_id()
    return b"\x1e%s\x1f" % name if name else b""


class _Marked(io.RawIOBase):
    """A descriptor whose lines get a mark."""

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
    """Have sys.stdout and sys.stderr mark what is printed."""
    sys.stdout = _marked(sys.stdout, 1)
    sys.stderr = _marked(sys.stderr, 2)
