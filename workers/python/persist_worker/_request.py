# SPDX-License-Identifier: Apache-2.0
"""A request and the response to it, however the script is run."""

from __future__ import annotations

import contextlib
import io
import sys
import traceback
from typing import TYPE_CHECKING, Any, Callable, Protocol

from ._errors import ClientGone, DeadlineExceeded
from ._headers import HeaderFields, Headers, block
from ._traceback import report
from ._wsgi_environ import environ_of

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._body import RawBody
    from ._wsgi_environ import Environ

ERROR = 3  # levels of syslog: 0 (emergency) … 7 (debug)
WARNING = 4

CGI, AFTER, FAULT = 1, 2, 4  # flags of a response from persist/worker.h


class HasDescriptor(Protocol):
    """An object with a descriptor, such as an open file."""

    def fileno(self) -> int:
        """Return the descriptor."""


INFO_MAX = 16  # for one request; limit of wire/PROTOCOL.md
_BUFFER = 64 * 1024
_PLAIN_TEXT = block({"Content-Type": "text/plain"})
_SORRY = b"The server met an error and could not answer.\n"
_TOO_LONG = b"The server took too long to answer.\n"


class Request:
    """A request to this script. It is over when the handler returns.

    Answer it with respond(), or with start(), write() and finish(). A request
    belongs to the thread that got it. After its end, its methods raise
    RuntimeError. Methods that send or read raise ClientGone when the client no
    longer waits for the response.

    >>> def handler(request):
    ...     name = request.headers.get("X-Name", "you")
    ...     request.respond(200, {"Content-Type": "text/plain"}, name.encode())
    """

    # In the class, because most requests never set most of them.
    _env: dict[str, str] | None = None
    _raw: RawBody | None = None
    _body: io.BufferedReader | None = None
    _after: list[Callable[[], object]] | None = None
    _flags = 0
    _informed = 0
    _limited = False  # True: there is a soft deadline
    _started = False
    _ended = False
    _over = False

    # ---- the request

    @property
    def env(self) -> dict[str, str]:
        """The CGI variables: those of RFC 3875, and those that httpd adds.

        Each request has a dict of its own. Bytes are decoded as Latin-1, as in
        WSGI (PEP 3333); value.encode("latin-1") gives the bytes back.
        """
        if self._env is None:
            parts = iter(self._variables().decode("latin-1").split("\0"))
            self._env = dict(zip(parts, parts))
        return self._env

    @property
    def method(self) -> str:
        """The method of RFC 9110, such as GET or POST."""
        return self.env.get("REQUEST_METHOD", "")

    @property
    def path(self) -> str:
        """The part of the URL after the script's name (PATH_INFO).

        Without escapes, decoded as UTF-8. Bytes that are not UTF-8 become lone
        surrogates, as in the names of files. Empty if there is no such part.
        """
        return self._decoded("PATH_INFO")

    @property
    def mount(self) -> str:
        """The part of the URL that leads to the script (SCRIPT_NAME).

        For the application of a folder: the URL of the folder, without the
        slash at its end, so that URLs of the application begin with this.
        Decoded as path is.
        """
        return self._decoded("SCRIPT_NAME")

    @property
    def query(self) -> str:
        """The part of the URL after the first ? (QUERY_STRING).

        As the client sent it, with escapes: urllib.parse.parse_qs() parses it.
        Empty if there is no such part.
        """
        return self.env.get("QUERY_STRING", "")

    @property
    def headers(self) -> Headers:
        """The request's headers, a mapping that ignores case.

        Values are decoded as Latin-1. httpd joins the values of a header that
        came more than once with ", ", and does not pass on Authorization unless
        it is configured to.
        """
        return Headers(self.env)

    @property
    def body(self) -> io.BufferedReader:
        """The request's body, a binary stream for reading.

        The client sends no more than the script reads. CONTENT_LENGTH is only a
        hint, and a chunked body has none, so read() to the end. Reading raises
        OSError (EIO) when the body is cut off or exceeds the limit.
        """
        if self._body is None:
            self._raw = self._open_body()
            self._body = io.BufferedReader(self._raw, _BUFFER)
        return self._body

    @property
    def request_id(self) -> str:
        """The id under which httpd logs this request.

        In a plain CGI script: UNIQUE_ID, or the process id.
        """
        return self._id()

    @property
    def cancelled(self) -> bool:
        """Whether the client has gone or the soft deadline has passed.

        Costs a system call.
        """
        return self._cancelled()

    @property
    def time_left(self) -> float | None:
        """Seconds until the soft deadline (PersistRequestTimeout).

        0.0 when it has passed, None if there is none. At the deadline,
        DeadlineExceeded interrupts the handler.
        """
        return self._time_left()

    # ---- the response

    def respond(
        self, status: int, headers: HeaderFields = (), body: Buffer = b""
    ) -> None:
        """Send the whole response.

        status is 200 to 599. headers is a mapping, or an iterable of pairs if a
        header comes more than once; str is sent as Latin-1. body is bytes or
        another object that gives access to bytes; its length is sent as
        Content-Length.

        Raises ValueError for a status, name or value that HTTP does not allow
        (RFC 9110, 5), or that is not in Latin-1: nothing has been sent then,
        and another response is still possible. TypeError for other types,
        RuntimeError if a response was started before.
        """
        self._send_whole(status, self._pack(headers), body)
        self._ended = True

    def start(self, status: int, headers: HeaderFields = ()) -> None:
        """Start a response; write(), send_file() and finish() follow.

        The head is held back and sent with the first piece, or by flush().
        Arguments and errors are those of respond().
        """
        self._send_head(status, self._pack(headers))
        self._started = True

    def write(self, data: Buffer) -> None:
        """Send a piece of the body at once. Waits while the client is slow.

        Raises RuntimeError if the response was not started or has ended.
        """
        self._send_piece(data)

    def send_file(
        self, file: HasDescriptor, offset: int = 0, length: int | None = None
    ) -> None:
        """Send a part of a regular file as a piece of the body.

        file is open for reading and has fileno(). It may be closed afterwards,
        but must not get shorter before the client has it. With length None the
        part ends at the end of the file. httpd reads the file. If the part is
        all of the body, httpd has the length and can serve ranges of it, and a
        200 gets ETag and Last-Modified of the file, unless they are set.

        Raises RuntimeError as write() does, and OSError: EISDIR for a
        directory, ESPIPE for another file that is not regular, EBADF if it
        can't be read, ERANGE if it has no such part.
        """
        size = -1 if length is None else length
        self._send_file(file.fileno(), offset, size)

    def flush(self) -> None:
        """Send what is held back: the head, or a part of a file.

        What was written has been sent already. Raises ClientGone if the client
        has gone.
        """
        self._flush()

    def finish(self, trailers: HeaderFields = ()) -> None:
        """End a response that was started, as returning from the handler does.

        trailers come after the body (RFC 9110, 6.5); only clients of HTTP/2 get
        them. Raises RuntimeError if the response was not started or has ended,
        and ValueError as respond() does.
        """
        self._send_last(self._pack(trailers))
        self._ended = True

    def early_hints(self, headers: HeaderFields) -> None:
        """Send an interim response, 103 (RFC 8297), before the real one.

        In a plain CGI script nothing is sent, because CGI has no way to. Errors
        are those of respond(), and RuntimeError for more than 16 in a request.
        """
        if self._informed == INFO_MAX:
            raise RuntimeError("more than 16 interim responses")
        self._send_hints(self._pack(headers))
        self._informed += 1

    def log(self, text: str, level: int = WARNING) -> None:
        """Write to httpd's error log, under this request's id.

        level is one of RFC 5424: 0 (emergency) … 3 (error), 4 (warning) … 7
        (debug); else ValueError. A plain CGI script writes to stderr.
        """
        if not 0 <= level <= 7:  # noqa: PLR2004 (there are eight)
            raise ValueError("level must be 0 to 7")
        self._send_log(text.encode("utf-8", "backslashreplace"), level)

    def after_response(self, function: Callable[[], object]) -> None:
        """Call the function when the client has its response.

        The function is called even if the client gets no response. The worker
        takes no other request in this thread before it has returned. An
        exception is logged. Several functions are called in the order of
        registration. Raises RuntimeError if the response has ended.
        """
        if self._ended:
            raise RuntimeError("the response has ended")
        if self._after is None:
            self._after = []
            self._flags |= AFTER
        self._after.append(function)

    def _decoded(self, name: str) -> str:
        text = self.env.get(name, "")
        return text.encode("latin-1").decode("utf-8", "surrogateescape")

    # ---- methods that depend on how the script is run

    _pack = staticmethod(block)

    def _variables(self) -> bytes:
        raise NotImplementedError

    def _environ(self, fixed: Environ) -> Environ:
        return environ_of(self.env, fixed)

    def _usual_scope(self) -> dict[str, Any] | None:
        return None

    def _open_body(self) -> RawBody:
        raise NotImplementedError

    def _id(self) -> str:
        raise NotImplementedError

    def _cancelled(self) -> bool:
        raise NotImplementedError

    def _time_left(self) -> float | None:
        raise NotImplementedError

    def _send_whole(self, status: int, packed: bytes, body: Buffer) -> None:
        raise NotImplementedError

    def _send_head(self, status: int, packed: bytes) -> None:
        raise NotImplementedError

    def _send_piece(self, data: Buffer) -> None:
        raise NotImplementedError

    def _send_file(self, fd: int, offset: int, length: int) -> None:
        raise NotImplementedError

    def _flush(self) -> None:
        raise NotImplementedError

    def _send_last(self, trailers: bytes) -> None:
        raise NotImplementedError

    def _send_hints(self, packed: bytes) -> None:
        raise NotImplementedError

    def _send_log(self, text: bytes, level: int) -> None:
        raise NotImplementedError

    def _abort(self) -> None:
        """Show the client that the started response is not complete."""
        raise NotImplementedError

    # ---- for the loop

    def _arm(self) -> None:
        """Allow the soft deadline to interrupt this thread."""

    def _disarm(self) -> None:
        """Stop that. DeadlineExceeded may be raised in here, once."""

    def _fail(self, error: BaseException) -> None:
        """Log what the handler has raised; send 500, or abort the response.

        At the deadline send 504. DeadlineExceeded is not logged if the
        response has already ended.
        """
        late = isinstance(error, DeadlineExceeded)
        if not (isinstance(error, ClientGone) or (late and self._ended)):
            self.log(report(error), ERROR)
        if not self._ended:
            self._give_up(504 if late else 500)

    def _give_up(self, status: int = 500) -> None:
        # RuntimeError: interrupted while it sent; the loop's end aborts it
        with contextlib.suppress(ClientGone, RuntimeError):
            if self._started:
                self._abort()
            else:
                text = _SORRY if status == 500 else _TOO_LONG  # noqa: PLR2004
                self._flags |= FAULT
                self._send_whole(status, _PLAIN_TEXT, text)
        self._ended = True

    def _cut_off(self) -> None:
        """Abort a response that the script has left incomplete."""
        if self._started and not self._ended:
            self._give_up()

    def _close(self) -> None:
        """End the response, then run the functions of after_response()."""
        try:
            if not self._ended:
                self._complete()
            if self._after is not None:
                self._run_after()
        finally:
            if self._raw is not None:
                self._raw.detach_request()
            self._over = True

    def _complete(self) -> None:
        if not self._started:
            self.log("the script gave no response to this request", ERROR)
            self._give_up()
            return
        try:
            self.finish()
        except ClientGone:
            pass
        except Exception:  # noqa: BLE001 (the worker goes on)
            traceback.print_exc(file=sys.stderr)

    def _run_after(self) -> None:
        functions, self._after = self._after or [], None
        for function in functions:
            try:
                function()
            except Exception:  # noqa: BLE001, PERF203 (run the others)
                traceback.print_exc(file=sys.stderr)
