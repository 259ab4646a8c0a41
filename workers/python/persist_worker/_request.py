# SPDX-License-Identifier: Apache-2.0
"""One request, and the response to it, wherever the script runs."""

from __future__ import annotations

import contextlib
import io
import sys
import traceback
from typing import TYPE_CHECKING, Callable, Protocol

from ._errors import ClientGone, DeadlineExceeded
from ._headers import HeaderFields, Headers, block

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._body import RawBody

ERROR = 3  # of syslog's levels, 0 (emergency) … 7 (debug)
WARNING = 4

CGI = 1  # flags of a response, as in persist/worker.h
AFTER = 2


class HasDescriptor(Protocol):
    """An open file, say."""

    def fileno(self) -> int:
        """Return its descriptor."""


INFO_MAX = 16  # of one request, as wire/PROTOCOL.md has it
_BUFFER = 64 * 1024
_PLAIN_TEXT = block({"Content-Type": "text/plain"})
_SORRY = b"The server met an error and could not answer.\n"
_TOO_LONG = b"The server took too long to answer.\n"


class Request:
    """A request to this script. It is over when the handler returns.

    Answer it with respond(), or with start(), write() and finish(). A request
    belongs to the thread that got it; used after its end it raises
    RuntimeError. What sends or reads raises ClientGone when nobody waits for
    the response any more.

    >>> def handler(request):
    ...     name = request.headers.get("X-Name", "you")
    ...     request.respond(200, {"Content-Type": "text/plain"}, name.encode())
    """

    # Most requests leave most of them as they are.
    _env: dict[str, str] | None = None
    _raw: RawBody | None = None
    _body: io.BufferedReader | None = None
    _after: list[Callable[[], object]] | None = None
    _flags = 0
    _informed = 0
    _limited = False  # by a soft deadline
    _started = False
    _ended = False
    _over = False

    # ---- what is asked

    @property
    def env(self) -> dict[str, str]:
        """The CGI variables, of RFC 3875 and what httpd adds.

        A dict of the request's own. Bytes are decoded as Latin-1, as WSGI has
        them (PEP 3333); value.encode("latin-1") gives them back.
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
        """What follows the script's name in the URL (PATH_INFO).

        Without escapes, decoded as UTF-8; bytes that are none become lone
        surrogates, as in the names of files. Empty if nothing follows.
        """
        path = self.env.get("PATH_INFO", "")
        return path.encode("latin-1").decode("utf-8", "surrogateescape")

    @property
    def query(self) -> str:
        """What follows the first ? in the URL, as it came (QUERY_STRING).

        With its escapes: urllib.parse.parse_qs() takes it apart. Empty if
        nothing follows.
        """
        return self.env.get("QUERY_STRING", "")

    @property
    def headers(self) -> Headers:
        """The request's headers, a mapping in which case does not matter.

        Values are decoded as Latin-1. httpd joins a header that came more than
        once with ", ", and keeps Authorization for itself unless told else.
        """
        return Headers(self.env)

    @property
    def body(self) -> io.BufferedReader:
        """The request's body, a binary stream for reading.

        The client sends no more than the script reads. CONTENT_LENGTH is a
        hint, and a chunked body has none: read() to the end. Reading raises
        OSError (EIO) when the body is cut off or over the limit.
        """
        if self._body is None:
            self._raw = self._open_body()
            self._body = io.BufferedReader(self._raw, _BUFFER)
        return self._body

    @property
    def request_id(self) -> str:
        """The id under which httpd logs this request.

        As a plain CGI script: UNIQUE_ID, or the process's number.
        """
        return self._id()

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the response any more.

        The client has gone, or the deadline has passed. Costs a system call.
        """
        return self._cancelled()

    @property
    def time_left(self) -> float | None:
        """Seconds until the soft deadline (PersistRequestTimeout).

        0.0 when it has passed; None if there is none. At the deadline the
        handler is interrupted by DeadlineExceeded.
        """
        return self._time_left()

    # ---- what is answered

    def respond(
        self, status: int, headers: HeaderFields = (), body: Buffer = b""
    ) -> None:
        """Send the whole response.

        status is 200 to 599. headers is a mapping, or an iterable of pairs for
        those that come more than once; str is sent as Latin-1. body is bytes or
        what gives access to bytes; its length is sent as Content-Length.

        ValueError for a status, name or value that HTTP does not allow (RFC
        9110, 5), or UnicodeEncodeError, which is one: nothing is sent, and
        another response is still possible. TypeError for other types.
        RuntimeError when a response was begun before.
        """
        self._send_whole(status, self._pack(headers), body)
        self._ended = True

    def start(self, status: int, headers: HeaderFields = ()) -> None:
        """Begin a response; write(), send_file() and finish() follow.

        The head goes out with what follows it, or by flush().
        Arguments and errors are those of respond().
        """
        self._send_head(status, self._pack(headers))
        self._started = True

    def write(self, data: Buffer) -> None:
        """Send a piece of the body, at once. Waits while the client is slow.

        RuntimeError when the response was not started or has ended.
        """
        self._send_piece(data)

    def send_file(
        self, file: HasDescriptor, offset: int = 0, length: int | None = None
    ) -> None:
        """Send a part of a regular file as a piece of the body.

        file is open for reading and has fileno(); it may be closed afterwards,
        but must not get shorter before the client has it. length None: up to
        its end. httpd reads the file itself, not this process; if it is all of
        the body, httpd knows the length and serves ranges of it.

        RuntimeError as with write(). OSError: EISDIR, ESPIPE for what has no
        offsets, EBADF for what can't be read, ERANGE for more than there is.
        """
        size = -1 if length is None else length
        self._send_file(file.fileno(), offset, size)

    def flush(self) -> None:
        """Let the client have what there is, the head alone included.

        What was written is under way already. ClientGone: nobody is there.
        """
        self._flush()

    def finish(self, trailers: HeaderFields = ()) -> None:
        """End a response that was started. Returning does the same.

        trailers come behind the body (RFC 9110, 6.5); only clients of HTTP/2
        get them. RuntimeError when it was not started or has ended; ValueError
        as with respond().
        """
        self._send_last(self._pack(trailers))
        self._ended = True

    def early_hints(self, headers: HeaderFields) -> None:
        """Send an interim response, 103 (RFC 8297), before the real one.

        A plain CGI script can't: nothing is sent then. Errors are those of
        respond(), and RuntimeError for more than 16 of one request.
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

        Or will have none: it is called in any case. The worker takes no other
        request in this thread before it returns. What it raises is logged. To
        be called before the response ends, else RuntimeError; more than one are
        called in their order.
        """
        if self._ended:
            raise RuntimeError("the response has ended")
        if self._after is None:
            self._after = []
            self._flags |= AFTER
        self._after.append(function)

    # ---- what depends on the way in which the script runs

    _pack = staticmethod(block)

    def _variables(self) -> bytes:
        raise NotImplementedError

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
        """Let the client see that a response which was started is not whole."""
        raise NotImplementedError

    # ---- for the loop

    def _arm(self) -> None:
        """Let the soft deadline interrupt this thread."""

    def _disarm(self) -> None:
        """Let it not any more. It may arrive in here, once."""

    def _fail(self, error: BaseException) -> None:
        """Log what the handler has raised; 500, or abort what was started.

        504 if that is the deadline, of which nobody need know who has answered.
        """
        late = isinstance(error, DeadlineExceeded)
        if not (isinstance(error, ClientGone) or (late and self._ended)):
            lines = traceback.format_exception(
                type(error), error, error.__traceback__
            )
            self._log_error("".join(lines))
        if not self._ended:
            self._give_up(504 if late else 500)

    def _log_error(self, text: str) -> None:
        try:
            self.log(text, ERROR)
        except ClientGone:  # and httpd's thread with it
            sys.stderr.write(text.rstrip("\n") + "\n")

    def _give_up(self, status: int = 500) -> None:
        # RuntimeError: interrupted in between; the loop's end aborts it
        with contextlib.suppress(ClientGone, RuntimeError):
            if self._started:
                self._abort()
            else:
                text = _SORRY if status == 500 else _TOO_LONG  # noqa: PLR2004
                self._send_whole(status, _PLAIN_TEXT, text)
        self._ended = True

    def _cut_off(self) -> None:
        """Let nobody take for whole what the script has left in the middle."""
        if self._started and not self._ended:
            self._give_up()

    def _close(self) -> None:
        """End the response, and then run what is to run after it."""
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
            self._log_error("the script gave no response to this request")
            self._give_up()
            return
        try:
            self.finish()
        except ClientGone:
            pass
        except Exception:  # noqa: BLE001 (the worker lives on)
            traceback.print_exc(file=sys.stderr)

    def _run_after(self) -> None:
        functions, self._after = self._after or [], None
        for function in functions:
            try:
                function()
            except Exception:  # noqa: BLE001, PERF203 (others have a turn)
                traceback.print_exc(file=sys.stderr)


def interruptible(
    request: Request, function: Callable[..., object], *arguments: object
) -> None:
    """Call the function; the deadline may interrupt it, and nothing behind it.

    It may strike at any instruction: just before the first of the two _disarm()
    there is still one behind it, and it strikes only once.
    """
    try:
        try:
            request._arm()  # noqa: SLF001 (the loop's half of a request)
            function(*arguments)
        finally:
            request._disarm()  # noqa: SLF001
    except BaseException:
        request._disarm()  # noqa: SLF001
        raise
