# SPDX-License-Identifier: Apache-2.0
"""What old CGI code prints, made a response of (RFC 3875, section 6)."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING

from ._whole import whole

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._request import Request

HEAD_MAX = 256 * 1024

_HEAD_END = re.compile(rb"\r?\n\r?\n|\A\r?\n")
_LINE_END = re.compile(rb"\r?\n")
_STATUS = re.compile(rb"([2-5][0-9][0-9])(?: .*)?", re.DOTALL)
# With mod_cgid the last of these counts; mod_persist wants only one.
_SINGLE = {
    b"content-length",
    b"content-type",
    b"etag",
    b"last-modified",
    b"location",
    b"status",
}

Fields = list[tuple[bytes, bytes]]


def parse_head(head: bytes) -> Fields:
    """Return the header lines as pairs. ValueError: one of them is none."""
    found: Fields = []
    for line in _LINE_END.split(head):
        name, colon, value = line.partition(b":")
        if not colon:
            raise ValueError(f"malformed header from script: {line[:80]!r}")
        key = name.lower()
        if key in _SINGLE:
            found = [field for field in found if field[0].lower() != key]
        found.append((name, value.strip()))
    return found


def status_of(fields: Fields) -> int:
    """Return what Status says, else 200."""
    for name, value in fields:
        if name.lower() == b"status":
            match = _STATUS.fullmatch(value)
            if match is None:
                raise ValueError(f"no status for this: {value!r}")
            return int(match[1])
    return 200


def _called_by_interpreter() -> bool:
    """Return whether no code of the script's wants what our caller does.

    An exception that leaves the main program has sys.stdout flushed before
    sys.excepthook is called, which would make a 200 of a 500.
    """
    return sys._getframe(1).f_back is None  # noqa: SLF001


class CgiOutput(io.RawIOBase):
    """The raw stream below sys.stdout.

    Headers are kept until their end; from then on what is flushed is sent. A
    response that was never flushed goes out whole.
    """

    def __init__(self, request: Request) -> None:
        """Answer this request."""
        self._request = request
        self._held = bytearray()
        self._started = False
        self._ending = False
        self._over = False
        self._dropped = False

    def writable(self) -> bool:
        """Return True."""
        return True

    @whole
    def write(self, data: Buffer) -> int:
        """Take the bytes; return their number.

        ValueError for a malformed header, or when the request is over.
        """
        if self._over:
            raise ValueError("the request is over")
        if not self._dropped:
            self._held += data
            if not (self._ending or _called_by_interpreter()):
                self._pass_on()
        return memoryview(data).nbytes

    def _pass_on(self) -> None:
        if not self._started:
            head = self._cut_head()
            if head is None:
                return
            fields = parse_head(head) if head else []
            self._request.start(status_of(fields), fields)
            self._started = True
        if self._held:
            self._request.write(self._held)
            self._held = bytearray()

    def _cut_head(self) -> bytes | None:
        """Take the head off what is held; None: it is not complete."""
        end = _HEAD_END.search(self._held)
        if end is None:
            if len(self._held) > HEAD_MAX:
                raise ValueError("the script's headers do not end")
            return None
        head = bytes(self._held[: end.start()])
        del self._held[: end.end()]
        return head

    def hold(self) -> None:
        """Send nothing more before the end."""
        self._ending = True

    def finish(self) -> None:
        """Send what is held. Without headers there is no response."""
        if self._over or self._dropped:
            return
        if self._started:
            self._pass_on()
            self._request.finish()
        elif (head := self._cut_head()) is not None:
            fields = parse_head(head) if head else []
            self._request.respond(status_of(fields), fields, self._held)
        self._over = True

    def drop(self) -> None:
        """Send nothing more of what comes."""
        self._dropped = True

    def close(self) -> None:
        """Send what is held, as the script has closed its standard output."""
        if not self.closed:
            self.finish()
        super().close()
