# SPDX-License-Identifier: Apache-2.0
"""The request's body as a stream.

The client is read only when the script reads, and only as much as the script
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
    """Return the error for a body that is cut off."""
    return OSError(errno.EIO, "the client's body is cut off")


class RawBody(io.RawIOBase):
    """The raw stream of the body, which a request wraps in a BufferedReader."""

    _over = False

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Buffer) -> int:
        """Wait for bytes and return their number, or 0 at the end.

        OSError (EIO) when the body is cut off, ClientGone when the client has
        gone, ValueError when the request is over.
        """
        if self._over:
            raise ValueError("the request is over")
        return self._receive(buffer)

    def _receive(self, buffer: Buffer) -> int:
        raise NotImplementedError

    def readall(self) -> bytes:
        """Return the rest, read in pieces larger than those of io."""
        pieces = []
        piece = bytearray(PIECE)
        while n := self.readinto(piece):
            pieces.append(bytes(memoryview(piece)[:n]))
        return b"".join(pieces)

    def detach_request(self) -> None:
        """Make reads fail, as the request is over."""
        self._over = True
