# SPDX-License-Identifier: Apache-2.0
"""The functions that a script runs around the fork of a clone."""

from __future__ import annotations

import sys
import traceback
from typing import Callable, TypeVar

Hook = Callable[[], object]
H = TypeVar("H", bound=Hook)

_before: list[Hook] = []
_after: list[Hook] = []


def before_fork(function: H) -> H:
    """Call the function before the worker makes a clone of itself.

    It closes what two processes must not share: connections to databases (above
    all an SQLite file), threads. The function registered last is called first.
    An exception is logged, and no clone is made. Returns the function, so that
    this can be used as a decorator.
    """
    _before.append(function)
    return function


def after_fork(function: H) -> H:
    """Call the function after the fork, in the worker and in its clone.

    It opens again what before_fork() has closed; both processes go on. It is
    also called if the fork failed. The random numbers of the standard library
    differ without its help. An exception ends the process. Returns the
    function.
    """
    _after.append(function)
    return function


def run_before() -> bool:
    """Run the functions of before_fork(). Return whether all succeeded."""
    try:
        for hook in reversed(_before):
            hook()
    except Exception:  # noqa: BLE001 (the worker goes on without a clone)
        traceback.print_exc(file=sys.stderr)
        return False
    return True


def run_after() -> None:
    """Run the functions of after_fork()."""
    for hook in _after:
        hook()
