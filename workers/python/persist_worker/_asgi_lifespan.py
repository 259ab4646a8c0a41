# SPDX-License-Identifier: Apache-2.0
"""The lifespan of an ASGI application: startup before, shutdown after."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from ._asgi_scope import VERSIONS
from ._traceback import report

if TYPE_CHECKING:
    from ._asgi import Application

Message = dict[str, Any]


class StartupFailedError(Exception):
    """The application does not want to serve; its text is the reason."""


class Lifespan:
    """The task of the application that lives as long as the worker."""

    def __init__(self, application: Application) -> None:
        """Prepare for startup()."""
        self.state: dict[str, Any] = {}
        self._application = application
        self._events: asyncio.Queue[Message] = asyncio.Queue()
        self._answers: asyncio.Queue[Message] = asyncio.Queue()
        self._awaited = ""  # the event that has no answer yet
        self._begun = False  # the application has asked for an event
        self._explained = False  # it has sent why it has failed
        self._task: asyncio.Task[None] | None = None

    async def startup(self) -> None:
        """Start the application.

        An application that raises an exception instead of an answer serves
        without a lifespan. Raises StartupFailedError.
        """
        self._task = asyncio.create_task(self._run())
        answer = await self._tell("startup")
        if answer is None:
            self._task = None
        elif answer["type"] == "lifespan.startup.failed":
            raise StartupFailedError(answer.get("message", ""))

    async def shutdown(self) -> None:
        """Let the application end, if it has started."""
        if self._task is None or self._task.done():
            return
        answer = await self._tell("shutdown")
        if answer and answer["type"] == "lifespan.shutdown.failed":
            sys.stderr.write(
                f"the application's shutdown failed: {answer.get('message')}\n"
            )
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        scope = {
            "type": "lifespan",
            "asgi": VERSIONS.copy(),
            "state": self.state,
        }
        try:
            await self._application(scope, self._receive, self._send)
        except Exception as error:  # noqa: BLE001 (it is told)
            self._report(error)

    def _report(self, error: Exception) -> None:
        """Log an exception, unless the application has done so by a message.

        One that comes before the first event mostly means that the application
        does not know lifespans: a line is enough for that.
        """
        if self._begun and not self._explained:
            sys.stderr.write(
                f"the application's lifespan has failed:\n{report(error)}"
            )
        elif not self._begun:
            reason = f"{type(error).__name__}: {error}".partition("\n")[0]
            sys.stderr.write(f"the application has no lifespan: {reason}\n")

    async def _receive(self) -> Message:
        self._begun = True
        return await self._events.get()

    async def _send(self, message: Message) -> None:
        kind = message["type"]
        event, _, answer = kind.rpartition(".")
        if event != self._awaited or answer not in ("complete", "failed"):
            raise RuntimeError(
                f"{kind!r} was sent, expected an answer to "
                f"{self._awaited or 'nothing'}"
            )
        self._awaited = ""
        self._explained = bool(message.get("message"))
        self._answers.put_nowait(message)

    async def _tell(self, event: str) -> Message | None:
        """Send an event; return the answer, or None if the task has ended."""
        assert self._task is not None  # noqa: S101 (the callers see to it)
        self._awaited = f"lifespan.{event}"
        self._events.put_nowait({"type": self._awaited})
        answer = asyncio.create_task(self._answers.get())
        await asyncio.wait(
            [answer, self._task], return_when=asyncio.FIRST_COMPLETED
        )
        if self._task.done() and not self._task.cancelled():
            self._task.exception()  # retrieved: asyncio does not log it
        if not answer.done() and self._answers.empty():
            answer.cancel()
            return None
        return await answer
