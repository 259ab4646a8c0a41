# SPDX-License-Identifier: Apache-2.0
"""The script as a worker: requests come from httpd through the C core."""

from __future__ import annotations

import errno
import os
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from ._body import RawBody, cut_off
from ._clone import make_clone
from ._core import Pointer, ffi, lib, worker
from ._deadline import deadlines
from ._errors import ClientGone
from ._headers import EARLY_HINTS, fault, with_length
from ._marked import here
from ._request import Request

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._deadline import Ticket

NULL = ffi.NULL
# Each request's, found sooner here than in lib.
_next = lib.next_request
_respond = lib.persist_request_respond
_find = lib.persist_request_variable
FRAME_MAX = 256 * 1024  # of a body, in one frame: wire/PROTOCOL.md


def _failed() -> Exception:
    """Return the exception for the errno that the C core has just set."""
    number = ffi.errno
    if number == errno.EPIPE:
        return ClientGone(number, "the client has gone")
    if number == errno.EALREADY:
        return RuntimeError("the response has been begun or ended before")
    if number == errno.EINVAL:
        return RuntimeError("the response has not been started")
    return OSError(number, os.strerror(number))


def _refused(status: int, packed: bytes) -> Exception:
    """Return why the C core has refused a response's head."""
    error = _failed()
    if ffi.errno in (errno.EINVAL, errno.E2BIG):
        return fault(status, packed) or error  # the one or the other EINVAL
    return error


class ResidentBody(RawBody):
    """The body as httpd passes it on."""

    def __init__(self, ptr: Pointer) -> None:
        """Read the body of this request of the C core."""
        self._ptr = ptr

    def _receive(self, buffer: Buffer) -> int:
        view = ffi.from_buffer("char[]", buffer, require_writable=True)
        while True:
            n = lib.persist_request_read(self._ptr, view, len(view))
            if n >= 0:
                return int(n)
            if ffi.errno == errno.EIO:
                raise cut_off()
            if ffi.errno != errno.EINTR:  # else Python has run its handlers
                raise _failed()


class ResidentRequest(Request):
    """A request of the C core."""

    _ticket: Ticket | None = None

    def __init__(self, asked: Pointer) -> None:
        """Wrap it."""
        self._ptr = asked.request  # NULL as soon as it was given back
        if asked.limited:
            self._limited = True

    # What each request does looks at _over itself, and so spares a call.
    def _pointer(self) -> Pointer:
        if self._over:
            raise RuntimeError("the request is over")
        return self._ptr

    def _variables(self) -> bytes:
        size = ffi.new("size_t *")
        start = lib.persist_request_variables(self._pointer(), size)
        return ffi.unpack(start, size[0]) if size[0] else b""

    def _variable(self, name: bytes) -> str:
        if self._env is not None:
            return super()._variable(name)
        ptr = self._pointer() if self._over else self._ptr
        value = _find(ptr, name)
        return ffi.string(value).decode("latin-1") if value else ""

    def _open_body(self) -> RawBody:
        _ = self.env  # reading moves the variables, in whatever thread
        return ResidentBody(self._pointer())

    def _id(self) -> str:
        text = ffi.string(lib.persist_request_id(self._pointer()))
        return str(text, "latin-1")

    def _name(self) -> bytes:
        """Return the id also when the request is over; b"" when it is gone."""
        ptr = self._ptr
        return ffi.string(lib.persist_request_id(ptr)) if ptr else b""

    def _cancelled(self) -> bool:
        return bool(lib.persist_request_cancelled(self._pointer()))

    def _time_left(self) -> float | None:
        left = lib.persist_request_time_left(self._pointer())
        return None if left < 0 else left / 1000

    def _send_whole(self, status: int, packed: bytes, body: Buffer) -> None:
        ptr = self._pointer() if self._over else self._ptr
        view = body if type(body) is bytes else ffi.from_buffer(body)
        if len(view) > FRAME_MAX:  # else httpd sees it
            packed = with_length(status, packed, len(view))
        size, flags = len(packed), self._flags
        if _respond(ptr, status, packed, size, view, len(view), flags):
            raise _refused(status, packed)

    def _send_head(self, status: int, packed: bytes) -> None:
        if lib.persist_request_start(
            self._pointer(), status, packed, len(packed), self._flags
        ):
            raise _refused(status, packed)

    def _send_piece(self, data: Buffer) -> None:
        view = data if type(data) is bytes else ffi.from_buffer(data)
        if lib.persist_request_write(self._pointer(), view, len(view)):
            raise _failed()

    def _send_file(self, fd: int, offset: int, length: int) -> None:
        if lib.persist_request_send_file(self._pointer(), fd, offset, length):
            raise _failed()

    def _flush(self) -> None:
        if lib.persist_request_flush(self._pointer()):
            raise _failed()
        if self.cancelled:
            raise ClientGone("the client has gone")

    def _send_last(self, trailers: bytes) -> None:
        if lib.persist_request_finish_trailers(
            self._pointer(), trailers, len(trailers), self._flags
        ):
            if trailers:
                raise _refused(200, trailers)
            raise _failed()

    def _send_hints(self, packed: bytes) -> None:
        if lib.persist_request_info(
            self._pointer(), EARLY_HINTS, packed, len(packed)
        ):
            raise _refused(EARLY_HINTS, packed)

    def _send_log(self, text: bytes, level: int) -> None:
        if lib.persist_request_log(self._pointer(), level, text, len(text)):
            raise _failed()

    def _abort(self) -> None:
        if lib.persist_request_abort(self._pointer(), self._flags):
            raise _failed()

    def _arm(self) -> None:
        if self._limited:
            self._ticket = deadlines.arm(self._is_late)

    def _is_late(self) -> bool:
        return bool(lib.persist_request_late(self._ptr))

    def _disarm(self) -> None:
        if self._ticket is not None:
            deadlines.disarm(self._ticket)

    def _give_back(self) -> Pointer:
        """Return the C request once, for the C core; then NULL."""
        ptr, self._ptr = self._ptr, NULL
        return ptr


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


class Resident:
    """The requests of a worker, one after the other, for all its threads."""

    pid = 0
    modules = 0  # that there were when their files were told

    def enter(self, threads: int, clones: int | None) -> int:
        """Make ready for so many threads; return how many are of use."""
        self.pid = os.getpid()
        deadlines.listen()
        self.modules = len(sys.modules)
        files = _loaded_files()
        if lib.persist_worker_ready(worker, threads, files, len(files)):
            if ffi.errno == errno.EBUSY:
                raise RuntimeError("the loop has been entered before")
            raise OSError(ffi.errno, os.strerror(ffi.errno))
        if clones is not None:
            lib.persist_worker_clones(worker, clones, ffi.NULL)
        return threads

    def take(self, previous: Request | None) -> Request | None:
        """Give the closed request back and wait for the next one.

        None: the worker shall end.
        """
        ptr = NULL
        if isinstance(previous, ResidentRequest):
            ptr = previous._give_back()  # noqa: SLF001 (our half of it)
        if len(sys.modules) != self.modules:
            self._tell_files()
        while True:
            asked = _next(worker, ptr)
            if asked.request:
                here.request = request = ResidentRequest(asked)
                return request
            if ffi.errno == 0:
                return None
            if ffi.errno == errno.ECHILD:
                make_clone()
                self.pid = os.getpid()
            elif ffi.errno != errno.EINTR:
                raise OSError(ffi.errno, os.strerror(ffi.errno))
            ptr = NULL  # it was given back; signal handlers have run

    def _tell_files(self) -> None:
        """Name the files again: a request has imported something."""
        self.modules = len(sys.modules)
        files = _loaded_files()
        lib.persist_worker_loaded(worker, files, len(files))

    def leave(self, previous: Request | None) -> None:
        """Give the closed request back; the worker takes no other."""
        ptr = NULL
        if isinstance(previous, ResidentRequest):
            ptr = previous._give_back()  # noqa: SLF001
        lib.persist_worker_leave(worker, ptr)
