# SPDX-License-Identifier: Apache-2.0
"""The script as a plain CGI program (RFC 3875): one request, then the end.

The script sees the same as in a worker: print() goes to the error log, standard
input is empty, and errors raise the same exceptions.
"""

from __future__ import annotations

import os
import sys
from http import HTTPStatus
from operator import index
from typing import TYPE_CHECKING

from ._body import RawBody, cut_off
from ._errors import ClientGone
from ._file_part import FilePart
from ._headers import NO_BODY, fault, with_fields, with_length
from ._plain_output import Output
from ._request import CGI, Request
from ._stdio import flush, take_stdio

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Buffer


class PlainBody(RawBody):
    """The body, read from a descriptor that finish() closes."""

    def __init__(self, fd: int, length: int | None) -> None:
        """Read length bytes; None: up to the end of the file."""
        self._fd = fd
        self._left = length

    def _receive(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        if self._left is not None:
            view = view[: self._left]
        data = os.read(self._fd, len(view)) if view else b""
        n = len(data)
        view[:n] = data
        if self._left is None:
            return n
        if n == 0 < len(view):
            raise cut_off()
        self._left -= n
        return n

    def finish(self) -> None:
        """Close the descriptor; reads then return the end."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1
        self._left = 0


def body_length(variables: Mapping[bytes, bytes]) -> int | None:
    """Return the length of a request's body; None: it is unknown."""
    text = variables.get(b"CONTENT_LENGTH", b"")
    if text.isdigit():
        return int(text)
    return None if b"HTTP_TRANSFER_ENCODING" in variables else 0


class PlainRequest(Request):
    """The one request of a CGI process."""

    def __init__(
        self, variables: Mapping[bytes, bytes], fd: int, output: Output
    ) -> None:
        """Wrap the variables, the body's descriptor and the response."""
        parts = [part for pair in variables.items() for part in pair]
        self._block = b"\0".join(parts) + b"\0"
        self._input = PlainBody(fd, body_length(variables))
        self._output = output
        self._waiting: tuple[int, bytes] | None = None
        self._file: FilePart | None = None

    # ---- the request

    def _variables(self) -> bytes:
        return self._block

    def _open_body(self) -> RawBody:
        return self._input

    def _id(self) -> str:
        return self.env.get("UNIQUE_ID") or str(os.getpid())

    def _cancelled(self) -> bool:
        self._send_waiting()
        return self._output.is_gone()

    def _time_left(self) -> float | None:
        return None

    # ---- the response

    def _check(self, status: int | None, packed: bytes) -> None:
        if self._started or self._ended:
            raise RuntimeError("the response has been begun or ended before")
        error = fault(None if status is None else index(status), packed)
        if error is not None:
            raise error

    def _head(self, status: int, packed: bytes, length: int | None) -> bytes:
        """Return the head; length is added if the script gave none."""
        if length is not None:
            packed = with_length(status, packed, length)
        return self._output.head(status, packed, cgi=bool(self._flags & CGI))

    def _has_body(self, status: int) -> bool:
        return self.method != "HEAD" and status not in NO_BODY

    def _send_whole(self, status: int, packed: bytes, body: Buffer) -> None:
        self._check(status, packed)
        view = memoryview(body).cast("B")
        data = self._head(status, packed, len(view))
        self._output.write(data + view if self._has_body(status) else data)
        self._end()

    def _send_head(self, status: int, packed: bytes) -> None:
        self._check(status, packed)
        self._waiting = status, packed

    def _send_waiting(self, *, last: bool = False) -> None:
        """Send the head and the part of a file that are held back."""
        file, self._file = self._file, None
        if self._waiting is not None:
            (status, packed), self._waiting = self._waiting, None
            length = file.length if file and last else None
            if last and not file and self.method != "HEAD":
                length = 0
            if file and last and status == HTTPStatus.OK:
                packed = with_fields(packed, file.validators())
            self._output.write(self._head(status, packed, length))
            if not self._has_body(status):
                self._output.close()
        if file is not None:
            file.copy(self._output)

    def _send_piece(self, data: Buffer) -> None:
        self._check_started()
        self._send_waiting()
        self._output.write(memoryview(data).cast("B"))

    def _send_file(self, fd: int, offset: int, length: int) -> None:
        self._check_started()
        part = FilePart(fd, offset, length)
        if self._file is not None:
            self._send_waiting()
        self._file = part

    def _flush(self) -> None:
        self._send_waiting()
        if self.cancelled:
            raise ClientGone("the client has gone")

    def _send_last(self, trailers: bytes) -> None:
        self._check_started()
        error = fault(None, trailers)
        if error is not None:
            raise error
        self._send_waiting(last=True)
        self._end()

    def _check_started(self) -> None:
        if self._ended:
            raise RuntimeError("the response has been begun or ended before")
        if not self._started:
            raise RuntimeError("the response has not been started")

    def _send_hints(self, packed: bytes) -> None:
        self._check(None, packed)

    def _send_log(self, text: bytes, level: int) -> None:  # noqa: ARG002
        sys.stderr.write(text.decode().rstrip("\n") + "\n")
        flush(sys.stderr)

    def _abort(self) -> None:
        self._send_waiting()
        self._end()

    def _end(self) -> None:
        """Close output and input, which may be one socket."""
        self._output.close()
        self._input.finish()


class Plain:
    """The one request of a process."""

    once = True

    def __init__(self) -> None:
        """Leave the process as it is until enter()."""
        self.pid = 0
        self._requests: list[PlainRequest] = []

    def by_length(self) -> None:
        """Do nothing: a CGI program's body is what the server gives it."""

    def enter(self, threads: int, clones: int | None) -> int:  # noqa: ARG002
        """Make the request from the process. Return 1: one thread is used."""
        if self.pid:
            raise RuntimeError("the loop has been entered before")
        self.pid = os.getpid()
        body, output = take_stdio()
        self._requests.append(self._request(body, output))
        return 1

    def _request(self, body: int, output: int) -> PlainRequest:
        return PlainRequest(os.environb, body, Output(output))

    def take(self, previous: Request | None) -> Request | None:  # noqa: ARG002
        """Return the request the first time, then None."""
        return self._requests.pop() if self._requests else None

    def current(self) -> Request | None:
        """Return None: nothing depends on it where stderr is the log."""
        return None

    def leave(self, previous: Request | None) -> None:
        """Do nothing: the process ends."""
