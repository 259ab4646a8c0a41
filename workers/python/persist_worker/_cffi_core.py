# SPDX-License-Identifier: Apache-2.0
"""The interface of _core.pyi, over cffi: ffi/exchange.h and persist/worker.h.

PyPy uses it, and CPython when it is asked to. Why:
docs/decisions/cffi-is-the-back-end-on-pypy.md
"""

from __future__ import annotations

import errno
import operator
import os
import threading
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from ._cffi import ffi, lib
from ._failures import failed, refused, unread
from ._headers import STATUS_MAX, block, with_length

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._resident import ResidentRequest

_E = TypeVar("_E", bound="Exchange")

_VARIABLES = 4096  # bytes; enough for those of nearly all requests
_ID = 256
_FRAME_MAX = 256 * 1024  # of a body: wire/PROTOCOL.md
_EARLY_HINTS = 103

worker: Any = None  # the persist_worker_t of this process


class _Here(threading.local):
    request: Any = None  # this thread's request, which next() has returned


_here = _Here()
_pumped: dict[int, Any] = {}  # the requests of an asynchronous worker


# ---- calls of the core


def _copied(function: Callable[..., int], number: int, size: int) -> bytes:
    """Return what a function copies into a buffer, first one of this size."""
    while True:
        buffer = ffi.new("char[]", size)
        length = _checked(function(number, buffer, size))
        if length <= size:
            return ffi.buffer(buffer, length)[:]  # type: ignore[no-any-return]
        size = length


def _checked(result: int) -> int:
    if result == lib.EXCHANGE_OVER:
        raise RuntimeError("the request is over")
    return result


def _in_turn(function: Callable[..., int], *arguments: object) -> int:
    """Return the result of a function that may have to wait for its turn.

    Between two calls handlers of signals run, and may raise.
    """
    while (result := function(*arguments)) == lib.EXCHANGE_BUSY:
        pass
    return _checked(result)


def _send(function: Callable[..., int], *arguments: object) -> None:
    result = _in_turn(function, *arguments)
    if result < 0:
        raise failed(-result)


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _done(result: int) -> None:
    """Raise OSError after a function of persist/worker.h that has failed."""
    if result < 0:
        raise _error(ffi.errno)


# ---- the worker


def version() -> str:
    """Return the version of mod_persist that this SDK is part of."""
    return ffi.string(lib.exchange_version()).decode()  # type: ignore[no-any-return]


def open() -> int:  # noqa: A001
    """Make the process a worker. Return 0, or errno if it is none."""
    global worker  # noqa: PLW0603 (a process is one worker)
    worker = lib.exchange_open()
    return 0 if worker else ffi.errno


def huge_pages() -> None:
    """Do nothing: PyPy has its own way, and others choose the extension."""


def interrupt_fd() -> int:
    """Return a descriptor; a byte written to it ends the wait of next()."""
    return lib.persist_worker_interrupt_fd(worker)  # type: ignore[no-any-return]


def ready(threads: int, files: bytes, /) -> None:
    """Set how many threads will call next(), and the files, NUL-terminated."""
    _done(lib.persist_worker_ready(worker, threads, files, len(files)))


def by_length() -> None:
    """Have bodies of unknown length gathered: CONTENT_LENGTH bytes are read."""
    _done(lib.persist_worker_by_length(worker))


def loaded(files: bytes, /) -> None:
    """Report all files again, as in ready()."""
    _done(lib.persist_worker_loaded(worker, files, len(files)))


def signal(number: int, /) -> None:
    """Set the signal that persistd sends when a request is late."""
    result = lib.exchange_signal(worker, number)
    if result < 0:
        raise _error(-result)


def look() -> None:
    """Take in what persistd has sent: which requests are late."""
    lib.persist_worker_look(worker)


def clones(requests: int, /) -> None:
    """Allow persistd to order clones after so many requests."""
    requests = min(requests, 2**32 - 1)
    _done(lib.persist_worker_clones(worker, requests, ffi.NULL))


def fork() -> int:
    """Make the process between worker and clone. Return 0 in it, else 1."""
    return lib.persist_worker_fork(worker)  # type: ignore[no-any-return]


def clone() -> None:
    """Make the clone, in which this is called, a worker of its own."""
    _done(lib.persist_worker_clone(worker))


def next(kind: type[_E], make_clone: Callable[[], object], /) -> _E | None:  # noqa: A001
    """Give this thread's request back and wait for the next one."""
    _here.request = None
    while (number := lib.exchange_next(worker)) <= 0:
        if number == 0:
            return None
        if number == -errno.ECHILD:
            make_clone()
        elif number != -errno.EINTR:
            raise _error(-number)
    _here.request = exchange = _made(kind, number)
    return exchange


def _made(kind: type[_E], number: int) -> _E:
    """Return an object for a new exchange; its __init__() is not called."""
    exchange = kind.__new__(kind)
    exchange._number = number  # noqa: SLF001
    exchange._limited = lib.exchange_time_left(number) >= 0  # noqa: SLF001
    return exchange


def fd() -> int:
    """Make the worker an asynchronous one. Return the descriptor to watch."""
    result = lib.exchange_fd(worker)
    _done(result)
    return result  # type: ignore[no-any-return]


def pump(kind: type[_E], /) -> list[tuple[int, _E | None]]:
    """Return what has happened, as bits of enum persist_news."""
    found: list[tuple[int, _E | None]] = []
    number = ffi.new("int64_t *")
    while (news := lib.exchange_pump(worker, number)) > 0:
        if news & lib.PERSIST_NEW:
            _pumped[number[0]] = _made(kind, number[0])
        found.append((news, _pumped.get(number[0])))
        if news == lib.PERSIST_PAUSE:  # the core would try again at once
            return found
    if news < 0:
        raise _error(-news)
    return found


def leave() -> None:
    """Give this thread's request back; the worker gets no further one."""
    _here.request = None
    lib.exchange_leave(worker)


def current() -> ResidentRequest | None:
    """Return this thread's request, which next() has returned."""
    return _here.request  # type: ignore[no-any-return]


def request_id() -> bytes:
    """Return the id of this thread's request, or b"" without one."""
    return _copied(lib.exchange_id, 0, _ID)


# ---- the request


class Exchange:
    """A request and the response to it. Request has the rest of its state."""

    _number = 0
    _flags = 0
    _limited = False
    _over = False

    _pack = staticmethod(block)

    def _open(self) -> int:
        """Return the number of the exchange, which is not over."""
        if self._over:
            raise RuntimeError("the request is over")
        return self._number

    def _variables(self) -> bytes:
        return _copied(lib.exchange_variables, self._open(), _VARIABLES)

    def _id(self) -> str:
        return _copied(lib.exchange_id, self._open(), _ID).decode("latin-1")

    def _time_left(self) -> float | None:
        left = _checked(lib.exchange_time_left(self._open()))
        return None if left < 0 else left / 1000

    def _is_late(self) -> bool:
        return bool(lib.exchange_late(self._number))

    def _cancelled(self) -> bool:
        return _in_turn(lib.exchange_cancelled, self._open()) > 0

    def _read_into(self, buffer: Buffer, /) -> int:
        with ffi.from_buffer(buffer, require_writable=True) as into:
            while True:
                n = _in_turn(lib.exchange_read, self._open(), into, len(into))
                if n >= 0:
                    return n
                if n != -errno.EINTR:
                    raise unread(-n)

    # ---- the response

    def _send_whole(self, status: int, packed: bytes, body: Buffer, /) -> None:
        if type(body) is bytes:
            self._respond(status, packed, body, len(body))
            return
        with ffi.from_buffer(body) as data:
            self._respond(status, packed, data, len(data))

    def _respond(
        self, status: int, packed: bytes, body: object, size: int
    ) -> None:
        if size > _FRAME_MAX:
            packed = with_length(status, packed, size)
        self._send_block(lib.exchange_respond, status, packed, body, size)

    def _send_head(self, status: int, packed: bytes, /) -> None:
        self._send_block(lib.exchange_start, status, packed)

    def _send_block(
        self,
        function: Callable[..., int],
        status: int,
        packed: bytes,
        *body: object,
    ) -> None:
        """Send a head, and a body if the function takes one."""
        status = operator.index(status)
        number = status if 0 <= status <= STATUS_MAX else 0  # 0 is refused
        head = number, packed, len(packed)
        result = _in_turn(function, self._open(), *head, *body, self._flags)
        if result < 0:
            raise refused(-result, status, packed)

    def _send_piece(self, data: Buffer, /) -> None:
        with ffi.from_buffer(data) as piece:
            _send(lib.exchange_write, self._open(), piece, len(piece))

    def _send_file(self, fd: int, offset: int, length: int, /) -> None:
        _send(lib.exchange_send_file, self._open(), fd, offset, length)

    def _send_held(self) -> None:
        _send(lib.exchange_flush, self._open())

    def _send_last(self, trailers: bytes, /) -> None:
        result = _in_turn(
            lib.exchange_finish_trailers,
            *(self._open(), trailers, len(trailers), self._flags),
        )
        if result < 0:
            raise (
                refused(-result, None, trailers)
                if trailers
                else failed(-result)
            )

    def _send_hints(self, packed: bytes, /) -> None:
        result = _in_turn(
            lib.exchange_info,
            *(self._open(), _EARLY_HINTS, packed, len(packed)),
        )
        if result < 0:
            raise refused(-result, None, packed)

    def _send_log(self, text: bytes, level: int, /) -> None:
        _send(lib.exchange_log, self._open(), level, text, len(text))

    def _abort(self) -> None:
        _send(lib.exchange_abort, self._open(), self._flags)

    # ---- in an asynchronous worker, where no call waits

    def _write_some(self, data: Buffer, /) -> int:
        with ffi.from_buffer(data) as piece:
            number = self._open()
            n = _in_turn(lib.exchange_write_some, number, piece, len(piece))
        if n < 0:
            raise failed(-n)
        return n

    def _unsent(self) -> int:
        return _in_turn(lib.exchange_unsent, self._open())

    def _release(self) -> None:
        lib.exchange_release(self._number)
        _pumped.pop(self._number, None)
