# SPDX-License-Identifier: Apache-2.0
"""The loop that calls a handler for each request."""

from __future__ import annotations

import os
import threading
from typing import Callable, overload

from ._interruptible import interruptible
from ._iterator import Requests
from ._request import Request
from ._way import is_child, source

Handler = Callable[[Request], object]

THREADS_MAX = 1024  # limit of persist/worker.h


def _handle(handler: Handler, request: Request) -> None:
    """Answer one request, whatever the handler does."""
    try:
        handler(request)
    except BaseException as error:
        if is_child():
            raise
        request._fail(error)  # noqa: SLF001 (the loop's half of a request)
        request._close()  # noqa: SLF001
        if not isinstance(error, Exception):
            raise
    else:
        settled = request._ended and request._after is None  # noqa: SLF001
        if settled or not is_child():  # is_child() costs a system call
            request._close()  # noqa: SLF001


def serve(handler: Handler) -> None:
    """Answer requests in this thread until the worker must end."""
    request = None
    try:
        while (request := source.take(request)) is not None:
            _handle(handler, request)
    except BaseException:  # SystemExit, KeyboardInterrupt end the worker
        if not is_child():
            source.leave(request)
        raise


class _Threads:
    """The threads beside the main one, and the exception that ended one."""

    def __init__(self, handler: Handler, count: int) -> None:
        self.handler = handler
        self.fatal: BaseException | None = None
        self.threads = [
            threading.Thread(target=self._run, daemon=True)
            for _ in range(count)
        ]

    def _run(self) -> None:
        try:
            serve(self.handler)
        except BaseException as error:  # noqa: BLE001 (raised in main)
            self.fatal = error

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def join(self) -> None:
        for thread in self.threads:
            thread.join()
        if self.fatal is not None:
            raise self.fatal


def after_requests(clones: bool | int) -> int | None:  # noqa: FBT001
    """Return after how many requests clones may be made; None: never."""
    if clones is False:
        return None
    return 0 if clones is True else max(0, clones)


def thread_count(threads: int | None) -> int:
    """Return how many threads answer requests.

    None: what PersistThreads says, or 1. Raises ValueError unless it is 1 to
    1024.
    """
    name = "threads"
    if threads is None:
        name, text = "PERSIST_THREADS", os.environ.get("PERSIST_THREADS", "1")
        threads = int(text) if text.isdecimal() and text.isascii() else 0
    if not 1 <= threads <= THREADS_MAX:
        raise ValueError(f"{name} must be 1 to {THREADS_MAX}")
    return threads


def _have_threads() -> bool:
    """Return whether Python's threads are the system's.

    gevent and eventlet can put greenlets in their place, which share one.
    """
    ids = {threading.get_native_id()}
    thread = threading.Thread(
        target=lambda: ids.add(threading.get_native_id()), daemon=True
    )
    thread.start()
    thread.join()
    return len(ids) > 1


@overload
def each_request(
    handler: Handler,
    *,
    threads: int | None = None,
    clones: bool | int = False,
) -> None: ...


@overload
def each_request(
    handler: None = None,
    *,
    threads: int | None = None,
    clones: bool | int = False,
) -> Requests: ...


def each_request(
    handler: Handler | None = None,
    *,
    threads: int | None = None,
    clones: bool | int = False,
) -> Requests | None:
    """Answer requests until the worker must end.

    With a handler: call it with each Request, in this many threads (1 to 1024;
    None: PERSIST_THREADS of the environment, where PersistThreads arrives, or
    1). An exception ends its request (500, and the traceback is logged), but
    not the worker. At the soft deadline of a request, DeadlineExceeded
    interrupts the handler, in the main thread also while it waits (504, if the
    handler does not catch it). Only SystemExit and KeyboardInterrupt end the
    worker; their request is answered with 500 if it has no response yet.
    Returns None at the end.

    Without a handler: return an iterator, which so many threads of the script
    share.

    The same script also runs as a plain CGI program (if GATEWAY_INTERFACE is
    set) and from a terminal (see --help). There is one request then.

    clones: with True, further workers of the script may be copies of this
    process. They are ready at once and share most of their memory. With a
    number, only after this process has served so many requests. This needs
    threads=1 and a script without threads of its own; see before_fork() and
    after_fork().

    Raises ValueError for a wrong number of threads, or for threads together
    with clones; RuntimeError on a second call, or where gevent or eventlet have
    replaced the threads that are asked for.
    """
    threads = thread_count(threads)
    if threads > 1 and not _have_threads():
        raise RuntimeError(
            "greenlets of gevent or eventlet have taken the place of threads: "
            "use one thread (PersistThreads 1), or "
            "monkey.patch_all(thread=False)"
        )
    if clones is not False and threads > 1:
        raise ValueError("a worker with threads makes no clones")
    threads = source.enter(threads, after_requests(clones))
    if handler is None:
        return Requests()

    def answer(request: Request) -> None:
        if request._limited:  # noqa: SLF001 (the loop's half of a request)
            interruptible(request, handler, request)
        else:
            handler(request)

    others = _Threads(answer, threads - 1)
    others.start()
    serve(answer)
    others.join()
    return None
