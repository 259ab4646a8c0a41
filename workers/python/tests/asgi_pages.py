# SPDX-License-Identifier: Apache-2.0
"""An ASGI application whose pages do what a test asks for, right or wrong."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from asgi_base_pages import (
    PAGES,
    RELEASE,
    Message,
    Receive,
    Scope,
    Send,
    answer,
    body,
    lifespan,
    page,
    start,
    wait_with_the_loop,
)

import persist_worker
from persist_worker._current import task_request


@page
async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200, (b"content-type", b"text/plain")))
    await send(body(b"hello"))


@page
async def scope(scope: Scope, receive: Receive, send: Send) -> None:
    await answer(send, scope)


@page
async def events(scope: Scope, receive: Receive, send: Send) -> None:
    found = []
    while not found or found[-1].get("more_body"):
        event = await receive()
        event["body"] = len(event.get("body", b""))
        found.append(event)
    await answer(send, found)


@page
async def polling(scope: Scope, receive: Any, send: Send) -> None:
    """Ask for the disconnect as is_disconnected() of Starlette does."""
    await receive()
    for _ in range(10):
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(receive(), 0.001)
    await answer(send, len(receive.__self__._waiting))  # noqa: SLF001


@page
async def after_the_end(scope: Scope, receive: Receive, send: Send) -> None:
    await hello(scope, receive, send)
    print((await receive())["type"], (await receive())["type"])
    try:
        await send(body(b"more"))
    except RuntimeError as error:
        print(error)


@page
async def pieces(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(201, [b"X-A", b"b"]))
    for data in (b"one", b"", b"two", bytearray(b"three")):
        await send(body(data, more=True))
    await send(body())


@page
async def early_head(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200))
    await send(body(more=True))
    RELEASE.append(asyncio.Event())
    await RELEASE[-1].wait()
    await send(body(b"late"))


@page
async def listening(scope: Scope, receive: Receive, send: Send) -> None:
    """Stream nothing until the client leaves."""
    await send(start(200))
    await send(body(more=True))
    while (await receive())["type"] != "http.disconnect":
        pass


@page
async def release(scope: Scope, receive: Receive, send: Send) -> None:
    await answer(send, len(RELEASE))
    while RELEASE:
        RELEASE.pop().set()


@page
async def large(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200))
    await send(body(b"x" * int(scope["query_string"])))
    print("large was taken")


@page
async def two_tasks(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200))
    parts = [bytes([65 + n]) * 1_000_000 for n in range(3)]
    await asyncio.gather(*(send(body(part, more=True)) for part in parts))
    await send(body())


@page
async def path_sent(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200))
    path: Any = scope["query_string"].decode() or __file__
    if path == "3":
        path = 3
    await send({"type": "http.response.pathsend", "path": path})


@page
async def part_sent(scope: Scope, receive: Receive, send: Send) -> None:
    with Path(__file__).open("rb") as file:
        await send(start(200))
        for more in (True, False):
            await send(
                {
                    "type": "http.response.zerocopysend",
                    "file": file,
                    "count": 7,
                    "more_body": more,
                }
            )


@page
async def hints(scope: Scope, receive: Receive, send: Send) -> None:
    hint = {"type": "http.response.early_hint", "links": [b"</a>; rel=preload"]}
    await send(hint)
    await hello(scope, receive, send)


@page
async def trailers(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start(200, trailers=True))
    await send(body(b"text"))
    for name in (b"x-a", b"x-b"):
        await send(
            {
                "type": "http.response.trailers",
                "headers": [(name, b"1")],
                "more_trailers": name == b"x-a",
            }
        )


WRONG: dict[str, list[Message]] = {
    "body_first": [body(b"x")],
    "unknown": [{"type": "http.response.rest"}],
    "two_starts": [start(), start()],
    "status_text": [start("200")],
    "status_99": [start(99), body()],
    "header_text": [start(200, (1, 2))],
    "header_newline": [start(200, (b"x-a", b"b\nc")), body()],
    "body_text": [start(), body("text")],
    "no_type": [{}],
    "trailers_unannounced": [start(), {"type": "http.response.trailers"}],
}


@page
async def wrong(scope: Scope, receive: Receive, send: Send) -> None:
    for message in WRONG[scope["query_string"].decode()]:
        await send(message)


@page
async def failing(scope: Scope, receive: Receive, send: Send) -> None:
    raise LookupError("on purpose")


@page
async def failing_inside(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start())
    await send(body(b"half", more=True))
    raise LookupError("on purpose")


@page
async def failing_behind(scope: Scope, receive: Receive, send: Send) -> None:
    await hello(scope, receive, send)
    raise LookupError("on purpose")


@page
async def failing_by_itself(scope: Scope, receive: Receive, send: Send) -> None:
    try:
        await failing(scope, receive, send)
    except LookupError as error:
        raise error from error


@page
async def looking(scope: Scope, receive: Receive, send: Send) -> None:
    """Keep the loop busy until the deadline, and take it in by a send."""
    await send(start())
    print("begun")
    wait_with_the_loop(scope)
    await send(body(more=True))
    await asyncio.Event().wait()


@page
async def reading(scope: Scope, receive: Receive, send: Send) -> None:
    """Read when the client has gone, before the loop sees that."""
    await send(start())
    await send(body(b"begun", more=True))
    wait_with_the_loop(scope)
    print((await receive())["type"])


@page
async def silent(scope: Scope, receive: Receive, send: Send) -> None:
    pass


@page
async def stopping_short(scope: Scope, receive: Receive, send: Send) -> None:
    await send(start())
    await send(body(b"half", more=True))


@page
async def leaving(scope: Scope, receive: Receive, send: Send) -> None:
    raise SystemExit(5)


@page
async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
    """Wait until the client leaves, as some applications do, then RELEASE."""
    await send(start())
    await send(body(b"begun", more=True))
    try:
        while (event := await receive())["type"] != "http.disconnect":
            pass
        print(event["type"], (await receive())["type"])
        try:
            await send(body(b"x", more=True))
        except OSError as error:
            print(type(error).__name__)
        RELEASE.append(asyncio.Event())
        await RELEASE[-1].wait()
        await send(body(b"x"))
        print("completed")
    except asyncio.CancelledError:
        print("cancelled")
        raise


@page
async def charging(scope: Scope, receive: Any, send: Send) -> None:
    """Work on for longer than httpd waits, when the client has gone."""
    print("charged")
    while not receive.__self__.gone:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.15)
    await hello(scope, receive, send)
    print("stored")


@page
async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    """Stream until a send fails."""
    await send(start())
    try:
        while True:
            await send(body(b"x", more=True))
            await asyncio.sleep(0)
    except OSError:
        print("ended")


@page
async def streaming(scope: Scope, receive: Receive, send: Send) -> None:
    """Stream as Starlette does it, with a background task."""
    stream = asyncio.create_task(endless(scope, receive, send))
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.cancel()
    with suppress(asyncio.CancelledError):
        await stream
    print("background")


@page
async def stubborn(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer in spite of the deadline."""
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()
    await answer(send, "in time")


@page
async def sleeping(scope: Scope, receive: Receive, send: Send) -> None:
    print("begun")
    await asyncio.Event().wait()


@page
async def background(scope: Scope, receive: Receive, send: Send) -> None:
    await hello(scope, receive, send)
    RELEASE.append(asyncio.Event())
    await RELEASE[-1].wait()
    await asyncio.to_thread(print, "background work is done")


@page
async def background_file(scope: Scope, receive: Receive, send: Send) -> None:
    """Work behind the response until the file has come."""
    await hello(scope, receive, send)
    while not os.path.exists(scope["query_string"]):  # noqa: ASYNC110, ASYNC240, PTH110
        await asyncio.sleep(0.01)
    print("background work is done")


@page
async def an_hour(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an hour after the file has come, by the clock of the loop."""
    await send(start())
    await send(body(more=True))
    while not os.path.exists(scope["query_string"]):  # noqa: ASYNC110, ASYNC240, PTH110
        await asyncio.sleep(0.01)
    loop = asyncio.get_running_loop()
    clock = loop.time
    loop.time = lambda: clock() + 3600  # type: ignore[method-assign]
    await asyncio.sleep(0.1)
    await send(body(b"done"))


@page
async def printing(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(0)
    print("printed")
    await asyncio.to_thread(print, "printed in a thread")
    await answer(send, None)


@page
async def printing_by_turns(scope: Scope, receive: Receive, send: Send) -> None:
    """Print a line in parts, the second when the page is released."""
    print("one", end=" ", flush=scope["query_string"] == b"flush")
    await early_head(scope, receive, send)
    print("two", end="")


@page
async def logging_in_a_thread(
    scope: Scope, receive: Receive, send: Send
) -> None:
    """Log much more than the socket takes, while the loop sends it."""
    sys.setswitchinterval(1e-5)
    request = task_request.get()
    assert request is not None
    await send(start())
    await send(body(more=True))

    def work() -> None:
        for _ in range(4000):
            request.log("x" * 4000)

    task = asyncio.create_task(asyncio.to_thread(work))
    while not task.done():  # noqa: ASYNC110 (the loop is busy)
        await asyncio.sleep(0)
    await send(body())


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(scope, receive, send)
        return
    name = scope["path"][len(scope["root_path"]) :]
    await PAGES[name](scope, receive, send)


persist_worker.serve_asgi(application)
print("behind the loop", file=sys.stderr)
