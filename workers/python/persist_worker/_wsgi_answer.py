# SPDX-License-Identifier: Apache-2.0
"""The response of one call of a WSGI application (PEP 3333)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Callable

from ._wsgi_file import FileWrapper

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from ._request import Request

    ExcInfo = tuple[type[BaseException], BaseException, TracebackType]

_STATUS = re.compile(r"[2-5][0-9]{2} .*|[2-5][0-9]{2}")
_LIST_ITERATOR = type(iter([b""]))
_JOINED_MAX = 256 * 1024  # bytes; a larger list is sent piece by piece
_numbers: dict[str, int] = {"200 OK": 200}
_NUMBERS_MAX = 100


def _number(status: object) -> int:
    """Return the number in a status such as "404 Not Found"."""
    if not isinstance(status, str):
        kind = type(status).__name__
        raise TypeError(f"start_response() takes the status as str, not {kind}")
    if not _STATUS.fullmatch(status):
        raise ValueError(
            f'start_response() takes a status such as "200 OK", not {status!r}'
        )
    number = int(status[:3])
    if len(_numbers) < _NUMBERS_MAX:
        _numbers[status] = number
    return number


def _no_bytes(piece: object) -> TypeError:
    kind = type(piece).__name__
    return TypeError(
        f"the application's body has a {kind}; its parts are bytes"
    )


def _no_body(result: object) -> TypeError:
    kind = type(result).__name__
    return TypeError(
        f"the application has returned a {kind}, which is no iterable of bytes"
    )


class Answer:
    """Takes the response from the application, and sends it."""

    __slots__ = ("_block", "_headers", "_request", "_status")

    def __init__(self, request: Request) -> None:
        """Answer this request."""
        self._request = request
        self._status = 0

    def start_response(
        self,
        status: str,
        headers: list[tuple[str, str]],
        exc_info: ExcInfo | None = None,
    ) -> Callable[[bytes], None]:
        """Take the head, which is sent with the first piece of the body."""
        if exc_info is not None:
            if self._request._started or self._request._ended:
                raise exc_info[1].with_traceback(exc_info[2])
            del exc_info
        elif self._status:
            raise RuntimeError("start_response() was called twice")
        number = _numbers.get(status) or _number(status)
        if not isinstance(headers, list):
            kind = type(headers).__name__
            raise TypeError(
                f"start_response() takes the headers as a list, not {kind}"
            )
        self._block = self._request._pack(headers)
        self._headers = headers
        self._status = number
        return self._write

    def _write(self, piece: bytes) -> None:
        """Send a piece at once: the write() of PEP 3333."""
        if not isinstance(piece, bytes):
            raise _no_bytes(piece)
        self._send_piece(piece)

    def _check(self) -> None:
        if not self._status:
            raise RuntimeError(
                "the application has not called start_response()"
            )

    def _send_piece(self, piece: bytes) -> None:
        request = self._request
        if not request._started:
            self._check()
            request._send_head(self._status, self._block)
            request._started = True
        request.write(piece)

    def _send_whole(self, body: bytes) -> None:
        self._check()
        self._request._send_whole(self._status, self._block, body)
        self._request._ended = True

    def send(self, result: Any) -> None:  # noqa: ANN401 (any iterable)
        """Send the body, and end the response."""
        kind = type(result)
        if kind is list or kind is tuple:
            self._send_list(result)
        elif kind is FileWrapper:
            self._send_file(result)
        else:
            self._send_each(result)
        if not self._request._ended:
            self._request.finish()

    def _send_list(self, pieces: list[bytes]) -> None:
        """Send pieces that are all there: in one message, if they are small."""
        try:
            small = len(pieces) == 1 or sum(map(len, pieces)) <= _JOINED_MAX
            body = b"".join(pieces) if small else b""
        except TypeError:
            odd = (piece for piece in pieces if not isinstance(piece, bytes))
            raise _no_bytes(next(odd)) from None
        if small and not self._request._started:
            self._send_whole(body)
        else:
            self._send_one_by_one(pieces)

    def _send_each(self, result: Any) -> None:  # noqa: ANN401 (any iterable)
        if isinstance(result, (str, bytes)):
            raise _no_body(result)
        try:
            pieces = iter(result)
        except TypeError:
            raise _no_body(result) from None
        if isinstance(pieces, _LIST_ITERATOR):
            self._send_list(list(pieces))
        else:
            self._send_one_by_one(pieces)

    def _send_one_by_one(self, pieces: Iterable[bytes]) -> None:
        for piece in pieces:
            if not isinstance(piece, bytes):
                raise _no_bytes(piece)
            if not piece:
                continue
            if self._is_all(piece):
                self._send_whole(piece)
            else:
                self._send_piece(piece)
        if not self._request._started and not self._request._ended:
            self._send_whole(b"")

    def _length(self) -> int:
        """Return the Content-Length that the application has given, or -1."""
        for name, value in self._headers:
            if name.lower() == "content-length" and value.isdigit():
                return int(value)
        return -1

    def _is_all(self, piece: bytes) -> bool:
        """Return whether nothing comes before or behind this piece."""
        if self._request._started or not self._status:
            return False
        return self._length() == len(piece)

    def _send_file(self, wrapper: FileWrapper) -> None:
        self._check()
        part = None if self._request._started else wrapper.part()
        if part is None:
            self._send_one_by_one(wrapper)
            return
        length = self._length()
        self._request._send_head(self._status, self._block)
        self._request._started = True
        self._request.send_file(
            part.file,
            part.offset,
            part.length if length < 0 else min(length, part.length),
        )
