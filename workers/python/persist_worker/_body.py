# SPDX-License-Identifier: Apache-2.0
"""The request's body as a stream.

Nothing is read from the client before the script asks, and no more than it
asks for is kept in memory.
"""

from __future__ import annotations

import errno
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

PIECE = 256 * 1024


def cut_off() -> OSError:
    """Return the error of a body that ends before its end."""
    return OSError(errno.EIO, "the client's body is cut off")


class RawBody(io.RawIOBase):
    """The bytes as they come. A request wraps it into a BufferedReader."""

    _over = False

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Wait for bytes and return their number; 0 at the end.

        OSError (EIO) when the body is cut off, ClientGone when the client has
        gone, ValueError when the request is over.
        """
        if self._over:
            raise ValueError("the request is over")
        return self._receive(buffer)

    def _receive(self, buffer: Buffer) -> int:
        raise NotImplementedError

    def readall(self) -> bytes:
        """Return all that is left, in pieces larger than io's own."""
        pieces = []
        piece = bytearray(PIECE)
        while n := self.readinto(piece):
            pieces.append(bytes(memoryview(piece)[:n]))
        return b"".join(pieces)

    def detach_request(self) -> None:
        """Forget the request, which is over."""
        self._over = True
