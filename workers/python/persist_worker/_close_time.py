# SPDX-License-Identifier: Apache-2.0
"""Whether the close() of an application's bodies takes long."""

from __future__ import annotations

_LONG = 0.001  # seconds
_WEIGHT = 1 / 16  # of the latest close() in the average


class CloseTime:
    """A moving average of the time that close() takes.

    The average decides, because any close() may take long for once: it loads a
    module, or the kernel runs another process meanwhile. Why it matters:
    docs/decisions/a-slow-close-is-judged-by-its-average.md
    """

    def __init__(self) -> None:
        """Begin with a close() that takes no time."""
        self._average = 0.0  # seconds

    def add(self, seconds: float) -> None:
        """Count a close() that has taken so long."""
        self._average += (seconds - self._average) * _WEIGHT

    def is_long(self) -> bool:
        """Return whether the next close() will probably take long."""
        return self._average > _LONG
