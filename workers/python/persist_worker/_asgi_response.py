# SPDX-License-Identifier: Apache-2.0
"""The response of an ASGI application: send()."""

from __future__ import annotations

import asyncio
import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO, Callable, NoReturn

from ._errors import ClientGone
from ._headers import check, with_length

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from ._asgi_http import Message, Peer
    from ._request import Request

_WHOLE_MAX = 256 * 1024  # bytes of a body in one frame: wire/PROTOCOL.md
_PIECE = 64 * 1024

# What the next message of the application must be
_START, _BODY, _TRAILERS, _NOTHING = "start", "body", "trailers", "none"


def _bytes_of(message: Message, body: object) -> bytes:
    if not isinstance(body, (bytes, bytearray, memoryview)):
        kind = type(body).__name__
        raise TypeError(f"{message['type']}: body is bytes, not {kind}")
    return bytes(body)


def _status_of(message: Message) -> int:
    status = message["status"]
    if not isinstance(status, int):
        kind = type(status).__name__
        raise TypeError(f"http.response.start: status is int, not {kind}")
    return status


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def _open_regular(path: str) -> BinaryIO:
    """Open a regular file, which takes no longer than a look at it would.

    To open a FIFO, for one, would hold up all requests.
    """
    name = os.fspath(path)  # no number, which open() would take and close
    file = open(name, "rb", buffering=0, opener=_opener)  # noqa: SIM115 (the caller does)
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, "http.response.pathsend takes files only", path)


class Response:
    """Takes the messages in their order, and sends what they say.

    Http has the rest: it derives from this, so that a request makes one object
    only, and none that refers to itself.
    """

    # In the class, because most requests never set most of them.
    gone = False  # the client has gone
    expected = _START
    _status = 0
    _packed = _trailers = b""
    _with_trailers = False
    _turn: asyncio.Lock | None = None

    def __init__(self, request: Request, peer: Peer) -> None:
        """Serve the request of this peer."""
        self.request = request
        self.peer = peer

    async def changed(self) -> None:
        """Wait until something has happened; the caller checks what."""
        raise NotImplementedError

    async def drop(self, message: Message, error: ClientGone) -> None:
        """Take a message of a response that no client waits for."""
        raise NotImplementedError

    def end(self) -> None:
        """Give the request back: its response has ended."""
        raise NotImplementedError

    @property
    def begun(self) -> bool:
        """Whether the application has begun its response."""
        return self.expected != _START

    async def send(self, message: Message) -> None:
        """Take a message of the application.

        Waits while the client is slow. When the client has gone, raises
        ClientGone for a piece that is not the last one. Raises RuntimeError for
        a message out of order, and ValueError or TypeError for what HTTP or
        ASGI does not allow.
        """
        try:
            rest = self._take(message["type"], message)
            if rest is not None:
                await rest
        except ClientGone as error:
            await self.drop(message, error)

    def _take(self, kind: object, message: Message) -> Awaitable[None] | None:
        """Take a message in its order. Return what else is to do."""
        if self.gone:
            raise ClientGone(errno.EPIPE, "the client has gone")
        if self.expected is _BODY:
            if kind == "http.response.body":
                return self._body(message)
            if kind == "http.response.pathsend":
                return self._send_path(message)
            if kind == "http.response.zerocopysend":
                return self._send_part(message)
            self._refuse(kind)
        elif self.expected is _TRAILERS and kind == "http.response.trailers":
            return self._take_trailers(message)
        elif self.expected is _START and kind == "http.response.start":
            self._start(message)
        elif self.expected is _START and kind == "http.response.early_hint":
            self._hint(message)
        else:
            self._refuse(kind)
        return None

    def _refuse(self, kind: object) -> NoReturn:
        expected = {
            _START: "http.response.start",
            _BODY: "http.response.body",
            _TRAILERS: "http.response.trailers",
            _NOTHING: "no message, because the response has ended",
        }[self.expected]
        raise RuntimeError(f"{kind!r} was sent, expected {expected}")

    # ---- the messages

    def _start(self, message: Message) -> None:
        packed = self.request._pack(list(message.get("headers", ())))
        status = _status_of(message)
        check(status, packed)
        self._packed, self._status = packed, status
        self._with_trailers = bool(message.get("trailers", False))
        self.expected = _BODY

    def _hint(self, message: Message) -> None:
        links = [("Link", link) for link in message["links"]]
        self.request.early_hints(links)

    def _body(self, message: Message) -> Awaitable[None] | None:
        """Send a response that is one message. Return what else is to do."""
        request = self.request
        body = message.get("body", b"")
        if type(body) is not bytes:
            body = _bytes_of(message, body)
        if message.get("more_body", False):
            return self._in_turn(self._write, body)
        if request._started or len(body) > _WHOLE_MAX or self._with_trailers:
            return self._last(body)
        request._send_whole(self._status, self._packed, body)
        self.expected = _NOTHING
        if self.peer.unsent():
            return self._end()
        self.end()
        return None

    async def _last(self, body: bytes) -> None:
        if not self.request._started:
            self._packed = with_length(self._status, self._packed, len(body))
        await self._in_turn(self._write, body)
        await self._finish_body()

    async def _send_path(self, message: Message) -> None:
        with _open_regular(message["path"]) as file:
            await self._in_turn(self._file, file.fileno(), 0, -1)
        await self._finish_body()

    async def _send_part(self, message: Message) -> None:
        """Send a part of an open file; without offset, from its place on."""
        file = message["file"]
        fd = file if isinstance(file, int) else file.fileno()
        offset, count = message.get("offset"), message.get("count")
        length = -1 if count is None else count
        if offset is None:
            offset = os.lseek(fd, 0, os.SEEK_CUR)
            end = os.SEEK_END if count is None else os.SEEK_CUR
            os.lseek(fd, count or 0, end)
        await self._in_turn(self._file, fd, offset, length)
        if not message.get("more_body", False):
            await self._finish_body()

    async def _take_trailers(self, message: Message) -> None:
        more = self.request._pack(list(message.get("headers", ())))
        self._trailers += more
        if not message.get("more_trailers", False):
            await self._finish()

    # ---- sending

    async def _in_turn(
        self, send: Callable[..., Awaitable[None]], *arguments: object
    ) -> None:
        """Send one message at a time, also if several tasks send."""
        if self._turn is None:
            self._turn = asyncio.Lock()
        async with self._turn:
            await send(*arguments)

    def _begin(self) -> None:
        request = self.request
        if not request._started:
            request._send_head(self._status, self._packed)
            request._started = True

    async def _write(self, data: bytes) -> None:
        """Send a piece, and wait until the socket has all of it."""
        self._begin()
        peer = self.peer
        if not data:
            self.request._flush()
        view = memoryview(data)[peer.write_some(data) :]
        while view or peer.unsent():
            await self._room()
            view = view[peer.write_some(view) :]

    async def _room(self) -> None:
        """Wait until nothing waits for room any more."""
        while self.peer.unsent():
            await self.changed()
            if self.gone:
                raise ClientGone(errno.EPIPE, "the client has gone")

    async def _file(self, fd: int, offset: int, length: int) -> None:
        """Let httpd read a part of a file; length -1: up to its end."""
        self._begin()
        try:
            await self._room()
            self.request._send_file(fd, offset, length)
        except OSError as error:
            if error.errno != errno.EOPNOTSUPP:
                raise
            await self._copy(fd, offset, length)

    async def _copy(self, fd: int, offset: int, length: int) -> None:
        """Read the part here, for httpd does not take it."""
        while length != 0:
            most = _PIECE if length < 0 else min(_PIECE, length)
            piece = os.pread(fd, most, offset)
            if not piece and length < 0:
                return
            if not piece:
                raise OSError(errno.ERANGE, os.strerror(errno.ERANGE))
            await self._write(piece)
            offset += len(piece)
            length -= len(piece)

    async def _finish_body(self) -> None:
        if self._with_trailers:
            self.expected = _TRAILERS
        else:
            await self._finish()

    async def _finish(self) -> None:
        self.request._send_last(self._trailers)
        await self._end()

    async def _end(self) -> None:
        self.expected = _NOTHING
        await self._room()
        self.end()
