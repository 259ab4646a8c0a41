# SPDX-License-Identifier: Apache-2.0
"""Copies of this process, made on persistd's order: wire/PROTOCOL.md."""

from __future__ import annotations

import os
import sys

from . import _core, _hooks
from ._process import hear_signals


def make_clone() -> None:
    """Make one, if the script's hooks allow it. Returns in both processes."""
    good = _hooks.run_before()
    sys.stdout.flush()
    sys.stderr.flush()
    # 0: the process between the two, which ends whatever happens
    if _core.fork() == 0:
        pid = -1
        try:
            pid = os.fork() if good else -1
        finally:
            if pid != 0:
                os._exit(pid < 0)
        try:
            _core.clone()
        except OSError:
            os._exit(1)
        hear_signals()
    _hooks.run_after()
