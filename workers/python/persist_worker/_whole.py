# SPDX-License-Identifier: Apache-2.0
"""Functions that a soft deadline does not interrupt: it comes a second later.

What stands between a program and its client must do all of a step or nothing:
a stream whose raw half fails keeps its bytes, and sends them a second time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, TypeVar

if TYPE_CHECKING:
    from types import CodeType, FrameType

    Function = TypeVar("Function", bound=Callable[..., object])

_codes: set[CodeType] = set()


def whole(function: Function) -> Function:
    """Let it run to its end, with all that it calls."""
    _codes.add(function.__code__)
    return function


def is_whole(frame: FrameType | None) -> bool:
    """Return whether this frame is in such a function."""
    while frame is not None:
        if frame.f_code in _codes:
            return True
        frame = frame.f_back
    return False
