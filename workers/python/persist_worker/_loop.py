# SPDX-License-Identifier: Apache-2.0
"""The loop, in its two forms: over a handler, and as an iterator."""

from __future__ import annotations

import atexit
import errno
import os
import sys
import sysconfig
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Callable, overload

from ._core import Pointer, ffi, lib, missing, worker
from ._request import Request

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

Handler = Callable[[Request], object]


def _loaded_files() -> bytes:
    """Return the paths of the script's own code, the script's first."""
    library = sysconfig.get_path("stdlib") + os.sep
    packages = ("site-packages", "dist-packages")
    paths: dict[str, None] = {}
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if not isinstance(path, str):
            continue
        path = str(Path(path).resolve())
        if not path.startswith(library) or any(p in path for p in packages):
            paths[path] = None
    return b"".join(os.fsencode(path) + b"\0" for path in paths)


def _enter(threads: int) -> None:
    if not worker:
        name = sys.argv[0] or "persist_worker"
        sys.exit(f"{name}: can't serve requests: {missing}")
    files = _loaded_files()
    if lib.persist_worker_ready(worker, threads, files, len(files)):
        if ffi.errno == errno.EINVAL:
            raise ValueError("threads must be 1 to 16")
        raise RuntimeError("each_request() has been called before")


def _next(previous: Pointer) -> Pointer:
    """Return the next request, or NULL when the worker shall end."""
    while True:
        ptr = lib.persist_worker_next(worker, previous)
        if ptr or ffi.errno == 0:
            return ptr
        if ffi.errno != errno.EINTR:
            raise OSError(ffi.errno, os.strerror(ffi.errno))
        previous = ffi.NULL  # it was given back; signal handlers have run


def _handle(handler: Handler, request: Request) -> None:
    """Answer one request, whatever the handler does."""
    try:
        handler(request)
    except BaseException as error:
        request._fail(error)  # noqa: SLF001 (the loop's half of a request)
        if not isinstance(error, Exception):
            raise
    finally:
        request._close()  # noqa: SLF001


def _serve(handler: Handler) -> None:
    """Answer requests in this thread until the worker shall end."""
    ptr = ffi.NULL
    try:
        while True:
            previous, ptr = ptr, ffi.NULL
            ptr = _next(previous)
            if not ptr:
                return
            _handle(handler, Request(ptr))
    except BaseException:  # SystemExit, KeyboardInterrupt: the worker leaves
        lib.persist_worker_leave(worker, ptr)
        raise


class _Threads:
    """The threads beside the main one, and what has ended one of them."""

    def __init__(self, handler: Handler, count: int) -> None:
        self.handler = handler
        self.fatal: BaseException | None = None
        self.threads = [
            threading.Thread(target=self._run, daemon=True)
            for _ in range(count)
        ]

    def _run(self) -> None:
        try:
            _serve(self.handler)
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


class Requests:
    """An iterator over requests, which threads may share.

    A request is over when its thread asks for the next one. An exception that
    leaves the loop is answered with 500, and the worker is replaced.
    """

    def __init__(self) -> None:
        """Not for scripts: each_request() makes it."""
        self._local = threading.local()
        self._report = sys.excepthook
        self._report_in_thread = threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        atexit.register(self._leave)

    def __iter__(self) -> Iterator[Request]:
        """Return itself."""
        return self

    def __next__(self) -> Request:
        """Wait for the next request."""
        ptr = _next(self._close_current())
        if not ptr:
            raise StopIteration
        request = self._local.request = Request(ptr)
        self._local.ptr = ptr
        return request

    def _close_current(self) -> Pointer:
        request = getattr(self._local, "request", None)
        if request is None:
            return ffi.NULL
        self._local.request = None
        request._close()  # noqa: SLF001
        return self._local.ptr

    def _leave(self) -> None:
        """Let go of this thread's request and of the whole worker."""
        lib.persist_worker_leave(worker, self._close_current())

    def _fail(self, error: BaseException | None) -> None:
        request = getattr(self._local, "request", None)
        if request is not None and error is not None:
            request._fail(error)  # noqa: SLF001

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        self._fail(error)
        self._report(kind, error, trace)

    def _on_thread_exception(self, what: threading.ExceptHookArgs) -> None:
        self._fail(what.exc_value)
        self._report_in_thread(what)
        self._leave()


@overload
def each_request(handler: Handler, *, threads: int = 1) -> None: ...


@overload
def each_request(handler: None = None, *, threads: int = 1) -> Requests: ...


def each_request(
    handler: Handler | None = None, *, threads: int = 1
) -> Requests | None:
    """Answer requests until the worker shall end.

    With a handler: call it for each request, in this many threads; an exception
    ends its request (500, the traceback is logged), not the worker. Only
    SystemExit and KeyboardInterrupt end the worker: their request is answered
    with 500 if it has no response yet.

    Without: return an iterator, which so many threads of the script share.
    """
    _enter(threads)
    if handler is None:
        return Requests()
    others = _Threads(handler, threads - 1)
    others.start()
    _serve(handler)
    others.join()
    return None
