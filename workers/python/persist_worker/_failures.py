# SPDX-License-Identifier: Apache-2.0
"""The exceptions for errno values of the C core, which _core then raises."""

from __future__ import annotations

import errno
import os

from ._body import cut_off
from ._errors import ClientGone
from ._headers import fault


def failed(number: int) -> Exception:
    """Return the exception for a send that failed."""
    if number == errno.EPIPE:
        return ClientGone(number, "the client has gone")
    if number == errno.EALREADY:
        return RuntimeError("the response has been begun or ended before")
    if number == errno.EINVAL:
        return RuntimeError("the response has not been started")
    return OSError(number, os.strerror(number))


def refused(number: int, status: int | None, packed: bytes) -> Exception:
    """Return why a head was refused; status None: trailers or hints."""
    error = failed(number)
    if number in (errno.EINVAL, errno.E2BIG):
        return fault(status, packed) or error  # EINVAL has two meanings
    return error


def unread(number: int) -> Exception:
    """Return the exception for a read that failed."""
    return cut_off() if number == errno.EIO else failed(number)
