# SPDX-License-Identifier: Apache-2.0
"""The request's body as a stream.

Nothing is read from the client before the script asks, and no more than it
asks for is kept in memory.
"""

from __future__ import annotations

import errno
import io
from typing import TYPE_CHECKING

from ._core import Pointer, ffi, lib
from ._errors import failed

if TYPE_CHECKING:
    from typing_extensions import Buffer

PIECE = 256 * 1024


class RawBody(io.RawIOBase):
    """The bytes as they come. A request wraps it into a BufferedReader."""

    def __init__(self, request: Pointer) -> None:
        """Read the body of this request of the C core."""
        self._request = request

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Wait for bytes and return their number; 0 at the end."""
        if self._request is None:
            raise ValueError("the request is over")
        view = ffi.from_buffer("char[]", buffer, require_writable=True)
        while True:
            n = lib.persist_request_read(self._request, view, len(view))
            if n >= 0:
                return int(n)
            if ffi.errno != errno.EINTR:  # else Python has run its handlers
                raise self._broken()

    @staticmethod
    def _broken() -> Exception:
        if ffi.errno == errno.EIO:
            return OSError(errno.EIO, "the client's body is cut off")
        return failed()

    def readall(self) -> bytes:
        """Return all that is left, in pieces larger than io's own."""
        pieces = []
        piece = bytearray(PIECE)
        while n := self.readinto(piece):
            pieces.append(bytes(memoryview(piece)[:n]))
        return b"".join(pieces)

    def detach_request(self) -> None:
        """Forget the request, which is over."""
        self._request = None
