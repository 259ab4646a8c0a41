# SPDX-License-Identifier: Apache-2.0
"""./app.py stop: a script calls persistctl for itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

from ._stdio import flush

ORDERS = ("status", "pid", "start", "stop", "restart", "reload", "drain")


def _become_persistctl(arguments: list[str]) -> NoReturn:
    program = os.environ.get("PERSISTCTL") or "persistctl"
    flush(sys.stdout)
    try:
        os.execvp(program, [program, *arguments])  # noqa: S606 (no shell)
    except OSError as error:
        sys.exit(
            f"{sys.argv[0]}: {program}: {error.strerror}; it comes with "
            "mod_persist, and PATH or PERSISTCTL has to lead to it"
        )


def obey() -> None:
    """Become persistctl when the first argument is an order.

    Arguments are ignored if the environment is that of a request, whatever else
    is in it: a query without "=" becomes the arguments of a CGI program (RFC
    3875, 4.4), and any client can send one.
    """
    if {"REQUEST_METHOD", "QUERY_STRING"} & os.environ.keys():
        return
    if sys.argv[1:2] and sys.argv[1] in ORDERS:
        script = str(Path(sys.argv[0]).absolute())
        _become_persistctl([sys.argv[1], script, *sys.argv[2:]])
