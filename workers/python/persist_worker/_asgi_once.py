# SPDX-License-Identifier: Apache-2.0
"""An ASGI application as a plain CGI program: one request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._asgi_http import Http

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._asgi import Application
    from ._asgi_scope import Offer
    from ._request import Request


class BlockingPeer:
    """The peer of the only request, which may wait: nobody else does."""

    def __init__(self, request: Request) -> None:
        """Be the peer of this request."""
        self.request = request
        self._body = request._open_body()

    def read(self, buffer: memoryview) -> int:
        """Return the number of bytes; 0: end."""
        return self._body.readinto(buffer)

    def write_some(self, data: Buffer) -> int:
        """Send all of data."""
        if data:
            self.request._send_piece(data)
        return len(memoryview(data))

    def unsent(self) -> int:
        """Return 0."""
        return 0

    def release(self) -> None:
        """Do nothing: the process ends."""


async def answer(
    application: Application, request: Request, offer: Offer
) -> None:
    """Answer the request."""
    http = Http(request, BlockingPeer(request))
    try:
        scope = offer.scope_of(request)
        await application(scope, http.receive, http.send)
    except Exception as error:  # noqa: BLE001 (a 500)
        http.fail(error)
    except BaseException as error:
        http.fail(error)
        raise
    else:
        http.complete()
