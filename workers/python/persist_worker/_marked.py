# SPDX-License-Identifier: Apache-2.0
"""Marks printed lines with the id of the request, for the error log.

persistd removes the mark: wire/PROTOCOL.md, section 9. Lines of child processes
and of libraries that do not write through sys.stdout or sys.stderr have none.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING, TextIO

from ._backend import core as _core

if TYPE_CHECKING:
    from typing_extensions import Buffer

_BEGUN_MAX = 8192  # bytes of a line that wait for its end

# The id of the request that a task of an event loop, or a thread that runs in
# its context, works for.
running: ContextVar[bytes] = ContextVar("running", default=b"")


def _mark() -> bytes:
    name = _core.request_id() or running.get()
    return b"\x1e%s\x1f" % name if name else b""


def _identity(fd: int) -> tuple[int, int]:
    about = os.fstat(fd)
    return about.st_dev, about.st_ino


class _Marked(io.BufferedWriter):
    """A stream that sends whole lines, each behind the mark of its request.

    Tasks and threads print by turns, so what one of them has begun waits here
    for the rest of its line. There are no marks in a file of its own to which
    the script has redirected the descriptor.
    """

    log = 0, 0  # the file in which marks are understood
    # The mark of a line in it that is sent in part, by whichever stream.
    open_line: bytes | None = None

    def __init__(self, fd: int) -> None:
        self.begun: dict[bytes, bytes] = {}  # by mark: a line without its end
        super().__init__(io.FileIO(fd, "wb", closefd=False))

    def write(self, data: Buffer) -> int:
        added = bytes(data)
        mark = _mark()
        text = self.begun.pop(mark, b"") + added
        lines, end, rest = text.rpartition(b"\n")
        if end:
            self._send(mark, lines + end)
        if len(rest) > _BEGUN_MAX:
            self._send(mark, rest)
        elif rest:
            self.begun[mark] = rest
        return len(added)

    def _send(self, mark: bytes, text: bytes) -> None:
        """Send text, marked if it goes to the log."""
        super().write(self._with_marks(mark, text) if self.is_log else text)
        super().flush()

    @property
    def is_log(self) -> bool:
        return _identity(self.fileno()) == self.log

    @staticmethod
    def _with_marks(mark: bytes, text: bytes) -> bytes:
        """Mark each line; one that was begun for another request is ended."""
        begun = _Marked.open_line
        head = b"" if begun == mark else b"\n" + mark
        if begun is None:
            head = mark
        _Marked.open_line = None if text.endswith(b"\n") else mark
        return head + text[:-1].replace(b"\n", b"\n" + mark) + text[-1:]

    def flush(self) -> None:
        """Send what this request has begun; outside of requests, all."""
        mark = _mark()
        for each in (mark,) if mark else tuple(self.begun):
            if text := self.begun.pop(each, b""):
                self._send(each, text)
        super().flush()

    def end_line(self) -> None:
        """End the line that this request has begun."""
        mark = _mark()
        if self.begun.get(mark) or (
            mark and mark == _Marked.open_line and self.is_log
        ):
            self.write(b"\n")

    def close(self) -> None:
        """Only flush: a script may put another text stream above this one.

        When nothing refers to the old text stream, it closes what is below it.
        """
        self.flush()


_streams: list[_Marked] = []


def _marked(stream: TextIO, fd: int) -> TextIO:
    if type(stream) is not io.TextIOWrapper or stream.fileno() != fd:
        return stream
    stream.flush()
    _streams.append(_Marked(fd))
    return io.TextIOWrapper(
        _streams[-1],
        encoding=stream.encoding,
        errors=stream.errors,
        write_through=True,
    )


def find_log() -> None:
    """Take standard error for the log, from now on."""
    _Marked.log = _identity(2)
    _Marked.open_line = None


def mark_lines() -> None:
    """Make sys.stdout and sys.stderr mark each line."""
    find_log()
    sys.stdout = _marked(sys.stdout, 1)
    sys.stderr = _marked(sys.stderr, 2)


def _pass_on(stream: TextIO) -> None:
    """Send what a text stream holds back that a script has put above ours."""
    if type(stream) is not io.TextIOWrapper or stream.write_through:
        return
    with contextlib.suppress(ValueError):  # it may be detached
        if type(stream.buffer) is _Marked:
            stream.flush()


def end_lines() -> None:
    """End the lines that the request which ends now has begun."""
    _pass_on(sys.stdout)
    _pass_on(sys.stderr)
    for stream in _streams:
        if stream.begun or _Marked.open_line:
            stream.end_line()
