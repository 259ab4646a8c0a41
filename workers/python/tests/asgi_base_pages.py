# SPDX-License-Identifier: Apache-2.0
"""What the pages of asgi_pages.py share: messages, and the lifespan."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    import asyncio

Message = dict[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Page = Callable[[Scope, Receive, Send], Awaitable[None]]
PAGES: dict[str, Page] = {}
RELEASE: list[asyncio.Event] = []


def page(function: Page) -> Page:
    PAGES["/" + function.__name__] = function
    return function


def start(status: Any = 200, *headers: Any, **more: Any) -> Message:
    return {
        "type": "http.response.start",
        "status": status,
        "headers": headers,
        **more,
    }


def body(data: Any = b"", *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


def wait_with_the_loop(scope: Scope) -> None:
    """Keep the loop busy until the file of the query has come."""
    while not Path(scope["query_string"].decode()).exists():
        time.sleep(0.01)


async def answer(send: Send, value: object, status: int = 200) -> None:
    await send(start(status))
    await send(body(json.dumps(value, default=repr).encode()))


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    way = os.environ.get("LIFESPAN", "good")
    if way == "unsupported":
        raise ValueError("no lifespan here")
    assert (await receive())["type"] == "lifespan.startup"
    if way == "raising at startup":
        raise LookupError("no database")
    if way == "failing":
        text = "Traceback: of many\nlines\nno database"
        await send({"type": "lifespan.startup.failed", "message": text})
        raise LookupError(text)
    if way == "confused":
        try:
            await send({"type": "lifespan.shutdown.complete"})
        except RuntimeError as error:
            print(error)
    scope["state"]["number"] = 7
    await send({"type": "lifespan.startup.complete"})
    assert (await receive())["type"] == "lifespan.shutdown"
    print("shutdown")
    if way == "raising at shutdown":
        raise LookupError("no database")
    await send({"type": "lifespan.shutdown.complete"})
