# SPDX-License-Identifier: Apache-2.0
"""The request that the running code works for."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from ._way import source

if TYPE_CHECKING:
    from ._request import Request

# Set where one thread works for several requests at a time.
task_request: ContextVar[Request | None] = ContextVar("request", default=None)


def current_request() -> Request | None:
    """Return the request of this task or thread; None: there is none."""
    return task_request.get() or source.current()
