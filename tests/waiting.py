# SPDX-License-Identifier: Apache-2.0
"""Tests wait for events. A deadline is there only to end a test that fails."""

import os
import select
import time

DEADLINE = float(os.environ.get("PERSIST_TEST_SECONDS", "60"))


def wait_for(condition, what):
    """What the condition returned, as soon as it is true."""
    end = time.monotonic() + DEADLINE
    pause = select.poll()
    while True:
        result = condition()
        if result:
            return result
        assert time.monotonic() < end, f"waited too long for {what}"
        pause.poll(10)
