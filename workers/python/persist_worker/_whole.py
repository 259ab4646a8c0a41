# SPDX-License-Identifier: Apache-2.0
"""Functions that a soft deadline does not interrupt; it comes a second later.

The layer between a script and its client must complete a step or not begin it.
If the raw half of a stream raises, the buffered half keeps the bytes and sends
them a second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, TypeVar

if TYPE_CHECKING:
    from types import CodeType, FrameType

    Function = TypeVar("Function", bound=Callable[..., object])

_codes: set[CodeType] = set()


def whole(function: Function) -> Function:
    """Mark a function that must not be interrupted, nor what it calls."""
    _codes.add(function.__code__)
    return function


def is_whole(frame: FrameType | None) -> bool:
    """Return whether this frame runs in a marked function."""
    while frame is not None:
        if frame.f_code in _codes:
            return True
        frame = frame.f_back
    return False
