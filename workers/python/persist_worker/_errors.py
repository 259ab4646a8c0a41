# SPDX-License-Identifier: Apache-2.0
"""What a script can do wrong, and what can befall it."""

from __future__ import annotations

import errno
import os

from ._core import ffi


class ClientGone(BrokenPipeError):  # noqa: N818 (a fact, no error of anybody)
    """Nobody waits for the response any more.

    A handler need not catch it: the request just ends.
    """


def failed() -> Exception:
    """Return the exception for the errno that the C core has just set."""
    number = ffi.errno
    if number == errno.EPIPE:
        return ClientGone(number, "the client has gone")
    if number == errno.EALREADY:
        return RuntimeError("the response has been begun or ended before")
    if number == errno.EINVAL:
        return RuntimeError("the response has not been started")
    return OSError(number, os.strerror(number))
