# SPDX-License-Identifier: Apache-2.0
"""A part of an open file that send_file() adds to a response."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._plain_output import Output

_PIECE = 64 * 1024


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


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
        self.length = left if length < 0 else length
        self._offset = offset
        self._fd = os.dup(fd)

    def copy(self, output: Output) -> None:
        """Write the part; OSError (ERANGE) if the file has become shorter."""
        offset, end = self._offset, self._offset + self.length
        try:
            while offset < end:
                data = os.pread(self._fd, min(_PIECE, end - offset), offset)
                if not data:
                    raise _error(errno.ERANGE)
                output.write(data)
                offset += len(data)
        finally:
            os.close(self._fd)
