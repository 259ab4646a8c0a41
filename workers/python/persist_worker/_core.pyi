# SPDX-License-Identifier: Apache-2.0
"""The interface of the C core (persist/worker.h) for Python: ext/*.c.

A process is one worker. A function that fails raises OSError unless it says
otherwise.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from typing_extensions import Buffer

from ._headers import HeaderFields
from ._resident import ResidentRequest

_E = TypeVar("_E", bound=Exchange)

def version() -> str:
    """Return the version of mod_persist that this SDK is part of."""

def open() -> int:  # noqa: A001
    """Make the process a worker. Return 0, or errno if it is none."""

def huge_pages() -> None:
    """Have Python's objects in huge pages from now on, if there are any."""

def interrupt_fd() -> int:
    """Return a descriptor; a byte written to it ends the wait of next()."""

def ready(threads: int, files: bytes, /) -> None:
    """Set how many threads will call next(), and the files, NUL-terminated."""

def by_length() -> None:
    """Have bodies of unknown length gathered: CONTENT_LENGTH bytes are read."""

def loaded(files: bytes, /) -> None:
    """Report all files again, as in ready()."""

def signal(number: int, /) -> None:
    """Set the signal that persistd sends when a request is late."""

def look() -> None:
    """Take in what persistd has sent: which requests are late."""

def clones(requests: int, /) -> None:
    """Allow persistd to order clones after so many requests."""

def fork() -> int:
    """Make the process between worker and clone. Return 0 in it, else 1."""

def clone() -> None:
    """Make the clone, in which this is called, a worker of its own."""

def next(  # noqa: A001
    kind: type[_E], make_clone: Callable[[], object], /
) -> _E | None:
    """Give this thread's request back and wait for the next one.

    The request is an object of kind, whose __init__() is not called. make_clone
    is called when persistd orders a clone. Return None when the worker must
    end. Raise what handlers of signals and make_clone raise.
    """

def fd() -> int:
    """Make the worker an asynchronous one. Return the descriptor to watch."""

def pump(kind: type[_E], /) -> list[tuple[int, _E | None]]:
    """Return what has happened, as bits of enum persist_news.

    A new request is an object of kind, whose __init__() is not called, and
    which lives until _release() at least. None: for PERSIST_STOP and
    PERSIST_PAUSE.
    """

def leave() -> None:
    """Give this thread's request back; the worker gets no further one."""

def current() -> ResidentRequest | None:
    """Return this thread's request, which next() has returned."""

def request_id() -> bytes:
    """Return the id of this thread's request, or b"" without one."""

class Exchange:
    """A request and the response to it: the C half of Request.

    Once the request is over, calls raise RuntimeError. A call waits while
    another thread is in one; a thread that reads is interrupted for that, and
    reads on. A call that fails raises the exception that _failures.py makes of
    errno.
    """

    _flags: int
    _started: bool
    _ended: bool
    _over: bool
    _limited: bool  # there is a soft deadline
    @property
    def env(self) -> dict[str, str]: ...
    @property
    def method(self) -> str: ...
    @property
    def mount(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def query(self) -> str: ...
    def respond(
        self, status: int, headers: HeaderFields = (), body: Buffer = b""
    ) -> None: ...
    def _variables(self) -> bytes:
        """Return the CGI variables as a block."""
    def _environ(self, fixed: dict[str, Any], /) -> dict[str, Any]:
        """Return what _wsgi_environ.environ_of() returns, but faster."""
    def _usual_scope(self) -> dict[str, Any] | None:
        """Return what _asgi_scope.parts_of() returns, but faster.

        None: not all variables are as httpd mostly sets them.
        """
    def _id(self) -> str: ...
    def _time_left(self) -> float | None: ...
    def _is_late(self) -> bool:
        """Return whether persistd has reported it late. Any thread."""
    def _cancelled(self) -> bool: ...
    def _read_into(self, buffer: Buffer, /) -> int:
        """Wait for bytes of the body and return their number; 0: end."""
    @staticmethod
    def _pack(headers: HeaderFields, /) -> bytes:
        """Return what _headers.block() returns, mostly faster."""
    def _send_whole(
        self, status: int, packed: bytes, body: Buffer, /
    ) -> None: ...
    def _send_head(self, status: int, packed: bytes, /) -> None: ...
    def _send_piece(self, data: Buffer, /) -> None: ...
    def _send_file(self, fd: int, offset: int, length: int, /) -> None: ...
    def _send_held(self) -> None:
        """Send the head and the part of a file that are held back."""
    def _send_last(self, trailers: bytes, /) -> None: ...
    def _send_hints(self, packed: bytes, /) -> None: ...
    def _send_log(self, text: bytes, level: int, /) -> None: ...
    def _abort(self) -> None: ...

    # in an asynchronous worker, where no call waits
    def _write_some(self, data: Buffer, /) -> int:
        """Send a part of a piece, and return its length."""
    def _unsent(self) -> int:
        """Return how many bytes found no room yet."""
    def _release(self) -> None:
        """Give the request back; does nothing the second time."""
