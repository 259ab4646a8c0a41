# SPDX-License-Identifier: Apache-2.0
"""The C core, persist/worker.h, as Python calls it: ext/*.c.

A process is one worker. What fails raises OSError unless it says otherwise.
"""

from collections.abc import Callable
from typing import TypeVar

from typing_extensions import Buffer

from ._headers import HeaderFields

_E = TypeVar("_E", bound=Exchange)

def open() -> int:  # noqa: A001
    """Make the process a worker. Return 0, or errno: it is none."""

def interrupt_fd() -> int:
    """Return the descriptor that ends a wait when a byte comes through it."""

def ready(threads: int, files: bytes, /) -> None:
    """Say how many threads will call next(); files end with NUL each."""

def loaded(files: bytes, /) -> None:
    """Name all files again."""

def signal(number: int, /) -> None:
    """Have persistd send this signal when a request is late."""

def look() -> None:
    """Take in which requests are late."""

def clones(requests: int, /) -> None:
    """Let persistd order clones after so many requests."""

def fork() -> int:
    """Make the process between a worker and its clone, where it gives 0."""

def clone() -> None:
    """Become a worker of one's own, in the clone."""

def next(  # noqa: A001
    kind: type[_E], make_clone: Callable[[], object], /
) -> _E | None:
    """Give this thread's request back and wait for the next one.

    It is of this type, whose __init__() is not called. make_clone is called
    when persistd wants a clone. None: the worker shall end. Raises what the
    handlers of signals and make_clone raise.
    """

def leave() -> None:
    """Give this thread's request back, and let the worker have no other."""

def request_id() -> bytes:
    """Return the id of this thread's request; b"" if it has none."""

class Exchange:
    """A request and the response to it: what Request documents, in C.

    RuntimeError once it is over. A call waits while another thread is in one;
    one that reads is interrupted for it, and reads on.
    What fails raises what _failures.py makes of errno.
    """

    _flags: int
    _started: bool
    _ended: bool
    _over: bool
    _limited: bool  # by a soft deadline
    @property
    def env(self) -> dict[str, str]: ...
    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def query(self) -> str: ...
    def respond(
        self, status: int, headers: HeaderFields = (), body: Buffer = b""
    ) -> None: ...
    def _variables(self) -> bytes:
        """Return them as a block."""
    def _id(self) -> str: ...
    def _time_left(self) -> float | None: ...
    def _is_late(self) -> bool:
        """Return whether persistd has said so. For any thread."""
    def _cancelled(self) -> bool: ...
    def _read_into(self, buffer: Buffer, /) -> int:
        """Wait for bytes of the body; 0 at its end."""
    @staticmethod
    def _pack(headers: HeaderFields, /) -> bytes:
        """Do what _headers.block() does, mostly faster."""
    def _send_whole(
        self, status: int, packed: bytes, body: Buffer, /
    ) -> None: ...
    def _send_head(self, status: int, packed: bytes, /) -> None: ...
    def _send_piece(self, data: Buffer, /) -> None: ...
    def _send_file(self, fd: int, offset: int, length: int, /) -> None: ...
    def _send_held(self) -> None:
        """Send the head or the file that waits for what follows it."""
    def _send_last(self, trailers: bytes, /) -> None: ...
    def _send_hints(self, packed: bytes, /) -> None: ...
    def _send_log(self, text: bytes, level: int, /) -> None: ...
    def _abort(self) -> None: ...
