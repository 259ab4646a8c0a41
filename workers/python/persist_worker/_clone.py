# SPDX-License-Identifier: Apache-2.0
"""Makes copies of this process when persistd orders it: wire/PROTOCOL.md."""

from __future__ import annotations

import os
import sys

from . import _hooks
from ._backend import core as _core
from ._marked import find_log
from ._process import hear_signals
from ._stdio import flush


def make_clone() -> None:
    """Make a clone if the hooks allow it. Returns in both processes."""
    good = _hooks.run_before()
    flush(sys.stdout)
    flush(sys.stderr)
    # 0: this is the process between worker and clone, which always exits
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
        find_log()
        hear_signals()
    _hooks.run_after()
