# SPDX-License-Identifier: Apache-2.0
"""What a script does around the fork that makes a clone of its worker."""

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

    To close what two processes must not share: connections to databases (an
    SQLite file above all), threads. The last one registered is called first.
    What it raises is logged, and no clone is made. Returns the function, so
    that it can be a decorator.
    """
    _before.append(function)
    return function


def after_fork(function: H) -> H:
    """Call the function in the worker and in its clone, which both go on.

    To open again what before_fork() has closed. Also called where the fork did
    not come about. Random numbers of the standard library differ of themselves.
    What it raises ends the process. Returns the function.
    """
    _after.append(function)
    return function


def run_before() -> bool:
    """Return whether a clone can be made."""
    try:
        for hook in reversed(_before):
            hook()
    except Exception:  # noqa: BLE001 (the worker goes on without a clone)
        traceback.print_exc(file=sys.stderr)
        return False
    return True


def run_after() -> None:
    """Do what is to be done in both processes."""
    for hook in _after:
        hook()
