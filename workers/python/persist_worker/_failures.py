# SPDX-License-Identifier: Apache-2.0
"""What errno of the C core means to a script: _core raises what these give."""

from __future__ import annotations

import errno
import os

from ._body import cut_off
from ._errors import ClientGone
from ._headers import fault


def failed(number: int) -> Exception:
    """Return why nothing could be sent."""
    if number == errno.EPIPE:
        return ClientGone(number, "the client has gone")
    if number == errno.EALREADY:
        return RuntimeError("the response has been begun or ended before")
    if number == errno.EINVAL:
        return RuntimeError("the response has not been started")
    return OSError(number, os.strerror(number))


def refused(number: int, status: int | None, packed: bytes) -> Exception:
    """Return why a response's head was refused; None: what has no status."""
    error = failed(number)
    if number in (errno.EINVAL, errno.E2BIG):
        return fault(status, packed) or error  # the one or the other EINVAL
    return error


def unread(number: int) -> Exception:
    """Return why nothing could be read."""
    return cut_off() if number == errno.EIO else failed(number)
