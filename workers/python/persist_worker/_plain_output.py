# SPDX-License-Identifier: Apache-2.0
"""The response as a plain CGI program writes it (RFC 3875, section 6)."""

from __future__ import annotations

import os
import select
from http import HTTPStatus

from ._errors import ClientGone
from ._headers import has, split

# mod_persist removes these headers from a response, too.
_DROPPED = {
    b"connection",
    b"keep-alive",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
}


class Output:
    """The response as a CGI program writes it."""

    def __init__(self, fd: int) -> None:
        """Write to this descriptor."""
        self._fd: int | None = fd

    def head(self, status: int, packed: bytes, *, cgi: bool) -> bytes:
        """Return the head; with cgi, Status and Location replace a 200."""
        found = fields(packed, cgi=cgi)
        lines = []
        if not cgi or (status != HTTPStatus.OK and not has(found, b"status")):
            lines.append(b"Status: %b\r\n" % status_line(status, packed))
        lines += (b"%s: %s\r\n" % field for field in found)
        return b"".join(lines) + b"\r\n"

    def write(self, data: bytes | memoryview) -> None:
        """Send all the bytes, or none once closed."""
        view = memoryview(data)
        try:
            while view and self._fd is not None:
                view = view[os.write(self._fd, view) :]
        except ConnectionError as error:
            raise ClientGone(error.errno, "the client has gone") from None

    def is_gone(self) -> bool:
        """Return whether the reader has gone."""
        if self._fd is None:
            return False
        poll = select.poll()
        poll.register(self._fd, 0)
        return bool(poll.poll(0))

    def close(self) -> None:
        """Close the descriptor, so that the reader sees the end."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def reason(status: int) -> bytes:
    """Return the usual phrase of a status; b"" if there is none."""
    try:
        return HTTPStatus(status).phrase.encode()
    except ValueError:
        return b""


def status_line(status: int, packed: bytes) -> bytes:
    """Return the status with the script's own phrase, or the usual one."""
    number = b"%d " % status
    for name, value in split(packed):
        if name.lower() == b"status" and value.startswith(number):
            return value
    return number + reason(status)


def fields(packed: bytes, *, cgi: bool) -> list[tuple[bytes, bytes]]:
    """Return the headers that mod_persist would pass on, too."""
    left_out = _DROPPED if cgi else _DROPPED | {b"status"}
    return [
        field for field in split(packed) if field[0].lower() not in left_out
    ]
