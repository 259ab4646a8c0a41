# SPDX-License-Identifier: Apache-2.0
"""Refuses to start another interpreter in the application's place.

passenger_wsgi.py often does that by os.execl(). The process is a worker
already, and the other interpreter would not know of it.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Callable, NoReturn

from ._way import source

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES = ("execv", "execve")  # which all others of os call


class OtherProgramError(Exception):
    """The application wants to become the program that this names."""


def _refusing(
    call: Callable[..., NoReturn], pid: int
) -> Callable[..., NoReturn]:
    def execute(path: str | bytes | int, *rest: object) -> NoReturn:
        is_ours = os.getpid() == pid and not source.pid
        if is_ours and not isinstance(path, int) and os.access(path, os.X_OK):
            raise OtherProgramError(os.fsdecode(path))
        call(path, *rest)

    return execute


@contextlib.contextmanager
def no_other_program() -> Iterator[None]:
    """Let os.exec*() raise OtherProgramError while the application is loaded.

    Not in a process that it forks, and not when it serves requests itself.
    """
    calls = {name: getattr(os, name) for name in _NAMES}
    for name, call in calls.items():
        setattr(os, name, _refusing(call, os.getpid()))
    try:
        yield
    finally:
        for name, call in calls.items():
            setattr(os, name, call)
