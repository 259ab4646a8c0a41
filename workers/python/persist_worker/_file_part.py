# SPDX-License-Identifier: Apache-2.0
"""A part of an open file that send_file() adds to a response."""

from __future__ import annotations

import errno
import os
import stat
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._plain_output import Output

_PIECE = 64 * 1024
_NS_PER_S = 1_000_000_000
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _http_date(seconds: int) -> str:
    """Return the time as in RFC 9110, 5.6.7, whatever the locale is."""
    at = time.gmtime(seconds)
    return (
        f"{_DAYS[at.tm_wday]}, {at.tm_mday:02} {_MONTHS[at.tm_mon - 1]} "
        f"{at.tm_year} {at.tm_hour:02}:{at.tm_min:02}:{at.tm_sec:02} GMT"
    )


class FilePart:
    """A part of a regular file, which stays open until it is copied."""

    def __init__(self, fd: int, offset: int, length: int) -> None:
        """Check the part; length -1: up to the end. Raises OSError."""
        about = os.fstat(fd)
        if stat.S_ISDIR(about.st_mode):
            raise _error(errno.EISDIR)
        if not stat.S_ISREG(about.st_mode):
            raise _error(errno.ESPIPE)
        left = about.st_size - offset
        if offset < 0 or left < 0 or length < -1 or length > left:
            raise _error(errno.ERANGE)
        self.length: int | None = left if length < 0 else length
        if length < 0 and about.st_size == 0:
            self.length = None  # as those of /proc, which have bytes
        self._offset = offset
        self._changed = about.st_mtime_ns
        self._fd = os.dup(fd)

    def validators(self) -> list[tuple[bytes, bytes]]:
        """Return the headers that workers/core/pw_validators.c makes, too."""
        if self.length is None or self._changed < _NS_PER_S:
            return []
        now = time.time_ns()
        weak = "" if now - self._changed > _NS_PER_S else "W/"
        changed = self._changed % (1 << 64)
        etag = f'{weak}"{self._offset:x}-{self.length:x}-{changed:x}"'
        date = _http_date(min(now, self._changed) // _NS_PER_S)
        return [(b"ETag", etag.encode()), (b"Last-Modified", date.encode())]

    def copy(self, output: Output) -> None:
        """Write the part; OSError (ERANGE) if the file has become shorter."""
        offset, left = self._offset, self.length
        try:
            while left != 0:
                most = _PIECE if left is None else min(_PIECE, left)
                data = os.pread(self._fd, most, offset)
                if not data and left is not None:
                    raise _error(errno.ERANGE)
                if not data:
                    break
                output.write(data)
                offset += len(data)
                left = None if left is None else left - len(data)
        finally:
            os.close(self._fd)
