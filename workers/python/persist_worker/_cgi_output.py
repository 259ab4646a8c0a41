# SPDX-License-Identifier: Apache-2.0
"""Turns what old CGI code prints into a response (RFC 3875, section 6)."""

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

_HEAD_END = re.compile(rb"\n\r*\n|\A\r*\n")  # some print \r\r\n
_STATUS = re.compile(rb"([2-5][0-9][0-9])(?![0-9])")
# mod_cgid takes the last of these headers; mod_persist accepts only one. Of
# several Last-Modified httpd takes the latest.
_SINGLE = {
    b"content-length",
    b"content-type",
    b"etag",
    b"location",
    b"status",
}

Fields = list[tuple[bytes, bytes]]


def parse_head(head: bytes) -> Fields:
    """Return the header lines as pairs; ValueError for a malformed line."""
    found: Fields = []
    for line in head.split(b"\n"):
        name, colon, value = line.partition(b":")
        if not colon:
            raise ValueError(f"malformed header from script: {line[:80]!r}")
        key = name.lower()
        if key in _SINGLE:
            found = [field for field in found if field[0].lower() != key]
        found.append((name, value.strip()))
    return found


def status_of(fields: Fields) -> int:
    """Return the status of the header Status, else 200."""
    for name, value in fields:
        if name.lower() == b"status":
            match = _STATUS.match(value)
            if match is None:
                raise ValueError(f"no status for this: {value!r}")
            return int(match[1])
    return 200


def _called_by_interpreter() -> bool:
    """Return whether the interpreter itself, no code of the script, calls.

    When an exception leaves the main program, the interpreter flushes
    sys.stdout before it calls sys.excepthook. To send that would turn a 500
    into a 200.
    """
    return sys._getframe(1).f_back is None  # noqa: SLF001


class CgiOutput(io.RawIOBase):
    """The raw stream below sys.stdout.

    Headers are held back until they are complete. From then on, what is flushed
    is sent. A response that was never flushed is sent whole, at its end.
    """

    def __init__(self, request: Request) -> None:
        """Write the response of this request."""
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
        """Accept the bytes and return their number.

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
            if not self._held:  # the body may not follow for long
                self._request.flush()
        if self._held:
            self._request.write(self._held)
            self._held = bytearray()

    def _cut_head(self) -> bytes | None:
        """Remove the head from what is held; None: it is not complete."""
        end = _HEAD_END.search(self._held)
        if end is None:
            if len(self._held) > HEAD_MAX:
                raise ValueError("the script's headers do not end")
            return None
        head = bytes(self._held[: end.start()])
        del self._held[: end.end()]
        return head

    def hold(self) -> None:
        """Hold back what is written from now on until finish()."""
        self._ending = True

    def finish(self) -> None:
        """Send what is held. Without headers no response is sent."""
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
        """Discard what is written from now on."""
        self._dropped = True

    def close(self) -> None:
        """Send what is held: the script has closed its standard output."""
        if not self.closed:
            self.finish()
        super().close()
