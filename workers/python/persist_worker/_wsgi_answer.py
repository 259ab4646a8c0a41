# SPDX-License-Identifier: Apache-2.0
"""The response of one call of a WSGI application (PEP 3333)."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Callable

from ._headers import check, with_fields, with_length
from ._wsgi_file import FileWrapper

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from ._request import Request

    ExcInfo = tuple[type[BaseException], BaseException, TracebackType]

_STATUS = re.compile(r"[2-5][0-9]{2}( [\t\x20-\x7e\x80-\xff]*)?")
_LIST_ITERATOR = type(iter([b""]))
_JOINED_MAX = 256 * 1024  # bytes; a longer list is sent piece by piece
_KNOWN_MAX = 100
_PHRASES = {status.value: status.phrase for status in HTTPStatus}

# Statuses that have been checked: the number, and what tells httpd a reason
# phrase of the application's own.
_Known = tuple[int, list[tuple[bytes, bytes]]]
_known: dict[str, _Known] = {"200 OK": (200, [])}


def _kind(value: object) -> str:
    return type(value).__name__


def _read(status: object) -> _Known:
    """Return what a status such as "404 Not Found" says."""
    if not isinstance(status, str):
        raise TypeError(
            f"start_response() takes the status as str, not {_kind(status)}"
        )
    if known := _known.get(status):
        return known
    if not _STATUS.fullmatch(status):
        raise ValueError(
            f'start_response() takes a status such as "200 OK", not {status!r}'
        )
    number = int(status[:3])
    usual = status[4:] in ("", _PHRASES.get(number))
    known = number, [] if usual else [(b"Status", status.encode("latin-1"))]
    if len(_known) < _KNOWN_MAX:
        _known[status] = known
    return known


def _no_bytes(piece: object) -> TypeError:
    return TypeError(
        f"the application's body has a piece of type {_kind(piece)}; "
        "all are bytes (PEP 3333)"
    )


def _no_body(result: object) -> TypeError:
    kind = _kind(result)
    hint = {
        "bytes": "return [body]",
        "str": "return [body.encode()]",
        "coroutine": "it looks like one for ASGI",
    }.get(kind, "PEP 3333 asks for one")
    return TypeError(
        f"the application has returned {kind}, no iterable of bytes: {hint}"
    )


class Answer:
    """Takes the response from the application, and sends it."""

    __slots__ = ("_block", "_headers", "_request", "_status")

    def __init__(self, request: Request) -> None:
        """Answer this request."""
        self._request = request
        self._status = 0

    # ---- what the application calls

    def start_response(
        self,
        status: str,
        headers: list[tuple[str, str]],
        exc_info: ExcInfo | None = None,
    ) -> Callable[[bytes], None]:
        """Take the head, which is sent with the first piece of the body.

        A second call needs exc_info, and replaces the head. If it has been sent
        already, the exception is raised again.
        """
        if exc_info is not None or self._status:
            self._replace(exc_info)
        if not isinstance(headers, list):
            raise TypeError(
                f"start_response() takes the headers as a list, not as "
                f"{_kind(headers)}"
            )
        number, phrase = _read(status)
        block = self._request._pack(headers)
        if phrase:
            block = with_fields(block, phrase)
        check(number, block)
        self._block = block
        self._headers = headers
        self._status = number
        return self._write

    def _replace(self, exc_info: ExcInfo | None) -> None:
        """Allow a further call of start_response(), or raise an exception."""
        if exc_info is None:
            raise RuntimeError(
                "start_response() was called twice, the second time without "
                "exc_info"
            )
        request = self._request
        if request._started or request._ended:
            raise exc_info[1].with_traceback(exc_info[2])

    def _write(self, piece: bytes) -> None:
        """Send a piece at once: the write() of PEP 3333."""
        if not isinstance(piece, bytes):
            raise _no_bytes(piece)
        if piece:
            self._send_piece(piece)
        else:
            self._request._flush()

    # ---- what it returns

    def send(self, result: Any) -> None:  # noqa: ANN401 (whatever it is)
        """Send the body that the application has returned, to its end."""
        kind = type(result)
        if kind is list and len(result) == 1 and not self._request._started:
            self._send_whole(result[0])
        elif kind is list or kind is tuple:
            self._send_sequence(result)
        elif kind is FileWrapper:
            self._send_file(result)
        else:
            self._send_iterable(result)
        request = self._request
        if not request._ended:
            request.finish()

    def _send_iterable(self, result: Any) -> None:  # noqa: ANN401 (the same)
        if isinstance(result, (str, bytes)):
            raise _no_body(result)
        try:
            pieces = iter(result)
        except TypeError:
            if hasattr(result, "__iter__"):  # the error is one of its own
                raise
            raise _no_body(result) from None
        if type(pieces) is _LIST_ITERATOR:  # all is there
            self._send_sequence(list(pieces))
        else:
            self._send_stream(pieces)

    def _send_sequence(self, pieces: Sequence[bytes]) -> None:
        """Send pieces that are all there: in one message, if they are few."""
        for piece in pieces:
            if not isinstance(piece, bytes):
                raise _no_bytes(piece)
        length = sum(map(len, pieces))
        if length <= _JOINED_MAX or len(pieces) == 1:
            pieces = [b"".join(pieces)]
        if self._request._started:
            self._send_stream(pieces)
        elif len(pieces) == 1:
            self._send_whole(pieces[0])
        else:
            self._check_status()
            self._block = with_length(self._status, self._block, length)
            self._send_stream(pieces)

    def _send_stream(self, pieces: Iterable[bytes]) -> None:
        """Send each piece before the next one is asked for.

        To HEAD the head is all, and the pieces may never end.
        """
        request = self._request
        for piece in pieces:
            if not isinstance(piece, bytes):
                raise _no_bytes(piece)
            if not piece:
                request._flush()  # it may poll, for as long as the client waits
                continue
            if self._is_all(piece):
                self._send_whole(piece)
            elif not request._started and request.method == "HEAD":
                self._start()
                return
            else:
                self._send_piece(piece)
        if not (request._started or request._ended):
            self._send_whole(b"")

    def _send_file(self, wrapper: FileWrapper) -> None:
        """Let httpd read a regular file; read any other one here."""
        part = wrapper.part()
        if part is None:
            self._send_stream(wrapper)
            return
        asked = self._length()
        length = part.length if asked is None else min(asked, part.length)
        if not self._request._started:
            self._start()
        self._request.send_file(part.file, part.offset, length)

    # ---- how it is sent

    def _check_status(self) -> None:
        if not self._status:
            raise RuntimeError(
                "the application has not called start_response()"
            )

    def _length(self) -> int | None:
        """Return the Content-Length that the application has given."""
        self._check_status()
        for name, value in self._headers:
            if name.lower() == "content-length":
                return int(value) if value.isdecimal() else None
        return None

    def _is_all(self, piece: bytes) -> bool:
        """Return whether this is the first piece, and has the length given.

        Then it is sent together with the head and the end, as one message.
        """
        request = self._request
        if request._started or request._ended:
            return False
        return self._length() == len(piece)

    def _start(self) -> None:
        request = self._request
        self._check_status()
        request._send_head(self._status, self._block)
        request._started = True

    def _send_piece(self, piece: bytes) -> None:
        request = self._request
        if request._ended:
            raise RuntimeError(
                "the application's body is longer than its Content-Length"
            )
        if not request._started:
            self._start()
        request.write(piece)

    def _send_whole(self, body: bytes) -> None:
        request = self._request
        if not isinstance(body, bytes):
            raise _no_bytes(body)
        if not self._status:
            self._check_status()
        request._send_whole(self._status, self._block, body)
        request._ended = True
