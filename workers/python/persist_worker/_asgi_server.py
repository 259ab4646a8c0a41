# SPDX-License-Identifier: Apache-2.0
"""An ASGI application in a worker: many requests at a time in one thread."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ._asgi_http import Http
from ._backend import core as _core
from ._current import task_request
from ._marked import end_lines, running
from ._resident import ResidentRequest

if TYPE_CHECKING:
    from ._asgi import Application
    from ._asgi_scope import Offer
    from ._resident import Resident

CAPACITY = 1024  # requests at a time; persistd uses PersistConcurrency of them

# Bits of enum persist_news, persist/worker.h
_NEW, _GONE, _LATE, _STOP, _PAUSE = 1, 8, 16, 32, 64

# Without free descriptors the core does not listen before the next pump. That
# comes after this time at the latest; running requests do not wait for it.
_PAUSE_S = 0.1


def _this_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 (called by one)
    return task


class AsyncRequest(ResidentRequest):
    """A request of an asynchronous worker, and the peer of its exchange."""

    http: Http
    task: asyncio.Task[None]
    begun = False  # the task has run
    told = False  # the client has gone, and the task knows

    # As class Peer has them.
    read = ResidentRequest._read_into
    write_some = ResidentRequest._write_some
    unsent = ResidentRequest._unsent

    def release(self) -> None:
        """Give the request back, and free it of all that refers to it.

        Python then frees it at once, and need not look for circles.
        """
        self._release()
        del self.http, self.task


class Server:
    """Passes requests to the application until STOP."""

    def __init__(self, application: Application, offer: Offer) -> None:
        """Serve the application, which gets scopes with this offer."""
        self._application = application
        self._offer = offer
        self._tasks: set[asyncio.Task[None]] = set()
        self._deaf = False  # no descriptor was free; _listen_again() will come
        self.fatal: BaseException | None = None

    async def serve(self, source: Resident) -> None:
        """Serve until persistd says STOP, and all work is done."""
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._stop = self._loop.create_future()
        self._fd = source.enter_event_loop(CAPACITY)
        self._loop.add_reader(self._fd, self._pump)
        await self._until_stop()
        if self._tasks:  # persistd or the orphan watch ends what takes too long
            await asyncio.wait(self._tasks)
        self._loop.remove_reader(self._fd)

    async def _until_stop(self) -> None:
        """Wait for STOP. SIGINT, which cancels this task, asks for it."""
        while not self._stop.done():
            try:
                await asyncio.shield(self._stop)
            except asyncio.CancelledError:  # noqa: PERF203 (it goes on)
                self._leave(KeyboardInterrupt())

    def _leave(self, error: BaseException) -> None:
        """Take no further request; raise the error at the end."""
        if self.fatal is None:
            self.fatal = error
            _core.leave()

    def _pump(self) -> None:
        for news, request in _core.pump(AsyncRequest):
            if request is not None:
                if news & _NEW:
                    self._begin(request)
                if news != _NEW:
                    self._tell(request, news)
            elif news == _STOP:
                self._stop.set_result(None)
            elif not self._deaf:
                self._deaf = True
                self._loop.call_later(_PAUSE_S, self._listen_again)

    def _listen_again(self) -> None:
        self._deaf = False
        self._pump()

    def _begin(self, request: AsyncRequest) -> None:
        request.http = Http(request, request)
        task = self._loop.create_task(self._run(request))
        if not request.begun:
            request.task = task
        if not task.done():  # asyncio.eager_task_factory has run it already
            self._tasks.add(task)

    async def _run(self, request: AsyncRequest) -> None:
        request.begun = True
        task = request.task = _this_task()
        running.set(request._id().encode("latin-1"))
        task_request.set(request)
        http = request.http
        try:
            scope = self._offer.scope_of(request)
            await self._application(scope, http.receive, http.send)
        except Exception as error:  # noqa: BLE001 (the worker goes on)
            http.fail(error)
        except asyncio.CancelledError as error:
            http.fail(error)
        except BaseException as error:  # noqa: BLE001 (SystemExit: the end)
            http.fail(error)
            self._leave(error)
        else:
            http.complete()
        finally:
            self._tasks.discard(task)
        end_lines()
        self._source.tell_files()

    def _tell(self, request: AsyncRequest, news: int) -> None:
        if request._over:
            return
        http = request.http
        if news & _GONE and not request.told:
            http.gone = request.told = True
            self._await_deadline(request)
        if news & _LATE:
            self._end_late(request)
        http.wake()

    def _await_deadline(self, request: AsyncRequest) -> None:
        """Keep the soft deadline, which httpd tells only while a client waits.

        The unit is busy until the application has returned, and at the hard
        deadline persistd kills the worker, with its other requests.
        """
        left = request._time_left()
        if left is not None:
            self._loop.call_later(left, self._end_late, request)

    def _end_late(self, request: AsyncRequest) -> None:
        """Cancel the task at the soft deadline, unless its request is over."""
        if request._over:
            return
        request.http.late = True
        task = request.task
        if not request.begun:  # asyncio then never runs the task
            request.http.fail(asyncio.CancelledError())
            self._tasks.discard(task)
        task.cancel()
