# SPDX-License-Identifier: Apache-2.0
"""Chooses which of three ways this process runs: wire/PROTOCOL.md, section 1.

This happens at import, before the script can fork, because a worker takes over
persistd's listening socket then. The other two ways do not need the compiled
extension.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ._request import Request


class Source(Protocol):
    """A source of requests."""

    pid: int  # of the process that has entered the loop
    once: bool  # True: there is one request, and the process ends

    def by_length(self) -> None:
        """Say, before enter(), that CONTENT_LENGTH bytes of a body are read."""

    def enter(self, threads: int, clones: int | None) -> int:
        """Begin, once, for so many threads. Return how many are used.

        clones is the number of requests after which clones may be made, or
        None.
        """

    def take(self, previous: Request | None) -> Request | None:
        """Give the closed request back, wait for the next; None: the end."""

    def current(self) -> Request | None:
        """Return the request of this thread; None: none, or none is known."""

    def leave(self, previous: Request | None) -> None:
        """Give the closed request back and take no further one."""


def _choose() -> Source:
    note = ""
    if "PERSIST_WORKER" in os.environ:
        from ._process import error

        if not error:
            from ._resident import Resident

            return Resident()
        note = f"PERSIST_WORKER is of no use: {os.strerror(error)}"
        if error == errno.EPROTONOSUPPORT:
            sys.exit(f"{sys.argv[0]}: {note}")
    if "GATEWAY_INTERFACE" in os.environ:
        from ._plain import Plain

        return Plain()
    from ._terminal import Terminal

    return Terminal(note)


source = _choose()


def is_child() -> bool:
    """Return whether this process was forked by the script.

    The parent answers the request, even if the child exits in the handler.
    """
    return os.getpid() != source.pid
