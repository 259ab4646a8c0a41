# SPDX-License-Identifier: Apache-2.0
"""One HTTP request of an ASGI application: receive(), and how it ends."""

from __future__ import annotations

import asyncio
import sys
import traceback
from typing import TYPE_CHECKING, Any, Protocol

from ._asgi_response import Response
from ._errors import ClientGone, DeadlineExceeded

if TYPE_CHECKING:
    from collections.abc import Collection

    from typing_extensions import Buffer

Message = dict[str, Any]

_PIECE = 64 * 1024  # most bytes of a body that receive() returns
_DISCONNECT = {"type": "http.disconnect"}
# Of a response that no client waits for, these messages do not end it.
_BEGINNING = ("http.response.start", "http.response.early_hint")
# When the client has gone, a task that waits in receive() has so long to cancel
# the one that sends, before that gets an exception.
_LISTENERS_S = 0.05


class Peer(Protocol):
    """What httpd is to an exchange. No call waits."""

    def read(self, buffer: memoryview) -> int:
        """Return the number of bytes; 0: end. BlockingIOError: not yet."""

    def write_some(self, data: Buffer) -> int:
        """Send a part of data, and return its length."""

    def unsent(self) -> int:
        """Return how many bytes wait for room."""

    def release(self) -> None:
        """Give the request back."""


def _report(error: BaseException) -> None:
    """Log what work behind a response has raised."""
    if isinstance(error, asyncio.CancelledError):
        sys.stderr.write("work behind the response was cancelled\n")
    else:
        traceback.print_exception(
            type(error), error, error.__traceback__, file=sys.stderr
        )


def _is_of_leaving(error: BaseException | None) -> bool:
    """Return whether a send to a client that has gone has caused the error.

    An exception may be its own cause: raise error from error.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, ClientGone):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


class Http(Response):
    """The two callables of an ASGI application, and their state."""

    ended = False  # the response has ended
    late = False  # the soft deadline has passed
    _all_read = False
    _waiting: Collection[asyncio.Future[None]] = ()

    # ---- waiting

    async def changed(self) -> None:
        """Wait until something has happened; the caller checks what."""
        future = asyncio.get_running_loop().create_future()
        self._waiting = {*self._waiting, future}
        try:
            await future
        finally:  # a task may wait for a moment only, again and again
            self._waiting = {*self._waiting} - {future}

    def wake(self) -> None:
        """Wake all that wait in changed()."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    # ---- the request's body

    async def receive(self) -> Message:
        """Return the next event: a piece of the body, or the disconnect."""
        while not (self.ended or self.gone):
            piece = None if self._all_read else self._read()
            if piece is not None:
                return {
                    "type": "http.request",
                    "body": piece,
                    "more_body": not self._all_read,
                }
            if not self.gone:
                await self.changed()
        return _DISCONNECT.copy()

    def _read(self) -> bytes | None:
        """Return what has come of the body; None: nothing.

        A body that is cut off, or too long, is one that never ends well: the
        application is told that the client has gone.
        """
        buffer = bytearray(_PIECE)
        view = memoryview(buffer)
        done = 0
        try:
            while done < _PIECE:
                n = self.peer.read(view[done:])
                if n == 0:
                    self._all_read = True
                    break
                done += n
        except BlockingIOError:
            if done == 0:
                return None
        except OSError:
            self.gone = True
            return None
        return bytes(view[:done])

    # ---- the end

    async def drop(self, message: Message, error: ClientGone) -> None:
        """Take a message of a response that no client waits for.

        The message that completes the response gives the request back, and is
        no error: what the application does behind its response must not depend
        on the client. If more is to come, the error ends the stream, which may
        be endless. Starlette cancels it when receive() returns the disconnect,
        and then runs the background tasks, so that it must be the first.
        """
        self.gone = True
        if message.get("more_body", False):
            await asyncio.sleep(_LISTENERS_S)
            raise error
        if message["type"] not in _BEGINNING and not self.ended:
            self.fail(error)

    def end(self) -> None:
        """Give the request back: its response has ended."""
        self.ended = self.request._ended = True
        self.request._close()
        self.peer.release()
        if self._waiting:
            self.wake()

    def complete(self) -> None:
        """End the exchange when the application has returned."""
        if self.ended:
            return
        if self.late:
            self.fail(DeadlineExceeded("the request has taken too long"))
        elif self.gone:
            self.fail(ClientGone("the client has gone"))
        elif self.begun:
            self.fail(
                RuntimeError("the application has returned inside a response")
            )
        else:
            self.fail(
                RuntimeError("the application has returned without a response")
            )

    def fail(self, error: BaseException) -> None:
        """End the exchange after an exception of the application.

        The client gets a 500, or a 504 after the soft deadline. A response that
        has begun is aborted.
        """
        if self.ended:
            _report(error)
            return
        cancelled = isinstance(error, asyncio.CancelledError)
        if cancelled and self.late:
            error = DeadlineExceeded("the request has taken too long")
        elif (cancelled and self.gone) or _is_of_leaving(error):
            error = ClientGone("the client has gone")
        self.request._fail(error)
        self.end()
