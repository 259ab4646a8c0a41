# SPDX-License-Identifier: Apache-2.0
"""One request, and the response to it."""

from __future__ import annotations

import io
import sys
import traceback
from typing import TYPE_CHECKING, Callable

from ._body import RawBody
from ._core import Pointer, ffi, lib
from ._errors import ClientGone, failed
from ._headers import HeaderFields, Headers, block, explain

if TYPE_CHECKING:
    from typing_extensions import Buffer

ERROR = 3  # of syslog's levels, 0 (emergency) … 7 (debug)
WARNING = 4

_BUFFER = 64 * 1024
_SORRY = b"The server met an error and could not answer.\n"


class Request:
    """A request to this script. It is over when the handler returns.

    Answer it with respond(), or with start(), write() and finish(). A request
    belongs to the thread that got it.
    """

    __slots__ = (
        "_after",
        "_body",
        "_ended",
        "_env",
        "_ptr",
        "_raw",
        "_started",
    )

    def __init__(self, ptr: Pointer) -> None:
        """Wrap a request of the C core; scripts have no use for this."""
        self._ptr = ptr
        self._env: dict[str, str] | None = None
        self._raw: RawBody | None = None
        self._body: io.BufferedReader | None = None
        self._after: list[Callable[[], object]] | None = None
        self._started = False
        self._ended = False

    def _pointer(self) -> Pointer:
        if self._ptr is None:
            raise RuntimeError("the request is over")
        return self._ptr

    # ---- what is asked

    @property
    def env(self) -> dict[str, str]:
        """The CGI variables, decoded as Latin-1 (as WSGI has them)."""
        if self._env is None:
            size = ffi.new("size_t *")
            start = lib.persist_request_variables(self._pointer(), size)
            text = str(ffi.buffer(start, size[0]), "latin-1")
            parts = text.split("\0")
            self._env = dict(zip(parts[::2], parts[1::2]))
        return self._env

    @property
    def method(self) -> str:
        """GET, POST, …"""  # noqa: D400, D415 (no sentence)
        return self.env.get("REQUEST_METHOD", "")

    @property
    def path(self) -> str:
        """What follows the script's name in the URL, decoded as UTF-8."""
        raw = self.env.get("PATH_INFO", "").encode("latin-1")
        return raw.decode("utf-8", "surrogateescape")

    @property
    def headers(self) -> Headers:
        """The request's headers."""
        return Headers(self.env)

    @property
    def body(self) -> io.BufferedReader:
        """The request's body, a binary stream. Its length may be unknown."""
        if self._body is None:
            self._raw = RawBody(self._pointer())
            self._body = io.BufferedReader(self._raw, _BUFFER)
        return self._body

    @property
    def request_id(self) -> str:
        """The id under which httpd logs this request."""
        text = ffi.string(lib.persist_request_id(self._pointer()))
        return str(text, "latin-1")

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the response any more."""
        return bool(lib.persist_request_cancelled(self._pointer()))

    @property
    def time_left(self) -> float | None:
        """Seconds until the soft deadline; None if there is none."""
        left = lib.persist_request_time_left(self._pointer())
        return None if left < 0 else left / 1000

    # ---- what is answered

    def respond(
        self, status: int, headers: HeaderFields = (), body: Buffer = b""
    ) -> None:
        """Send the whole response."""
        packed = block(headers)
        if type(body) is not bytes:
            body = ffi.from_buffer(body)
        if lib.persist_request_respond(
            self._pointer(),
            status,
            packed,
            len(packed),
            body,
            len(body),  # type: ignore[arg-type]
            self._flags(),
        ):
            raise explain(status, packed) or failed()
        self._ended = True

    def start(self, status: int, headers: HeaderFields = ()) -> None:
        """Send the head of a response; write() sends the rest."""
        packed = block(headers)
        if lib.persist_request_start(
            self._pointer(), status, packed, len(packed), 0
        ):
            raise explain(status, packed) or failed()
        self._started = True

    def write(self, data: Buffer) -> None:
        """Send a piece of the body."""
        view = data if type(data) is bytes else ffi.from_buffer(data)
        if lib.persist_request_write(self._pointer(), view, len(view)):
            raise failed()

    def flush(self) -> None:
        """Let the client have what was written.

        It is under way already; so this only looks whether somebody is there.
        """
        if self.cancelled:
            raise ClientGone("the client has gone")

    def finish(self) -> None:
        """End a response that was started. Returning does the same."""
        if lib.persist_request_finish(self._pointer(), self._flags()):
            raise failed()
        self._ended = True

    def early_hints(self, headers: HeaderFields) -> None:
        """Send an interim response, 103."""
        packed = block(headers)
        if lib.persist_request_info(self._pointer(), 103, packed, len(packed)):
            raise explain(103, packed) or failed()

    def log(self, text: str, level: int = WARNING) -> None:
        """Write to httpd's error log, under this request's id."""
        if not 0 <= level <= 7:  # noqa: PLR2004 (syslog has eight)
            raise ValueError("level must be 0 to 7")
        data = text.encode("utf-8", "backslashreplace")
        if lib.persist_request_log(self._pointer(), level, data, len(data)):
            raise failed()

    def after_response(self, function: Callable[[], object]) -> None:
        """Call the function when the client has its response.

        The worker takes no other request before it returns. To be called
        before respond() or finish().
        """
        if self._ended:
            raise RuntimeError("the response has ended")
        if self._after is None:
            self._after = []
        self._after.append(function)

    def _flags(self) -> int:
        return lib.PERSIST_AFTER if self._after else 0

    # ---- for the loop

    def _fail(self, error: BaseException) -> None:
        """Log what the handler has raised; 500, or abort what was started."""
        if self._ptr is None:
            return
        if not isinstance(error, ClientGone):
            lines = traceback.format_exception(
                type(error), error, error.__traceback__
            )
            self._log_traceback("".join(lines))
        if not self._ended:
            self._give_up()

    def _log_traceback(self, text: str) -> None:
        try:
            self.log(text, ERROR)
        except ClientGone:  # and httpd's thread with it
            sys.stderr.write(text)

    def _give_up(self) -> None:
        head = block({"Content-Type": "text/plain"})
        if lib.persist_request_respond(
            self._ptr, 500, head, len(head), _SORRY, len(_SORRY), 0
        ):
            lib.persist_request_abort(self._ptr)
        self._ended = True

    def _close(self) -> None:
        """Let go of the C request, which may be used again."""
        try:
            if self._started and not self._ended:
                self.finish()
            for function in self._after or ():
                function()
        except ClientGone:
            pass
        except Exception:  # noqa: BLE001 (the response is out already)
            traceback.print_exc(file=sys.stderr)
        finally:
            self._ptr = None
            if self._raw is not None:
                self._raw.detach_request()
