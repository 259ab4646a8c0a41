# SPDX-License-Identifier: Apache-2.0
"""The stretch of a request's life in which its deadline may interrupt it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from ._request import Request


def interruptible(
    request: Request, function: Callable[..., object], *arguments: object
) -> None:
    """Call the function. The deadline may interrupt it, but nothing later.

    The exception may come at any instruction, but only once. If it comes just
    before the first _disarm(), the second one still runs.
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
