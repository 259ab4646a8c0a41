# SPDX-License-Identifier: Apache-2.0
"""Whether the machine still gives what it gave before.

The host of a virtual machine may take processors away without telling: for
minutes a request then costs ten times what it does. So a fixed piece of work is
timed, on all processors at once and from one to the other, and what is measured
beside a slow one is measured again. It knows nothing of who is measured.
"""

from __future__ import annotations

import hashlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Callable

if TYPE_CHECKING:
    from .sample import Sample

BLOCK = b"x" * (16 << 20)
EXCHANGES = 100
# By so much a piece of work may take longer than the fastest one.
SLOWEST = 2.0
PAUSE = 1.0


def disturbed(took: float, fastest: float) -> bool:
    return took > SLOWEST * fastest


def _hash(_: int) -> float:
    """Keep one processor busy; threads do so side by side."""
    began = time.monotonic()
    hashlib.sha256(BLOCK).digest()
    return time.monotonic() - began


def _echo(read: int, write: int) -> None:
    for _ in range(EXCHANGES):
        os.write(write, os.read(read, 1))


def _exchange(pool: ThreadPoolExecutor) -> float:
    """Wake a thread and be woken by it."""
    there, here = os.pipe(), os.pipe()
    other = pool.submit(_echo, there[0], here[1])
    began = time.monotonic()
    for _ in range(EXCHANGES):
        os.write(there[1], b"?")
        os.read(here[0], 1)
    took = time.monotonic() - began
    other.result()
    for end in (*there, *here):
        os.close(end)
    return took


def probe() -> float:
    """Give the seconds that the piece of work takes.

    Its threads end with it: this process forks.
    """
    processors = os.cpu_count() or 1
    with ThreadPoolExecutor(processors) as pool:
        return max(pool.map(_hash, range(processors))) + _exchange(pool)


class Pace:
    """Waits for the machine, for so many seconds in all; 0: takes it as it is.

    `fastest` is what a probe took at best, `again` how many measurements were
    made once more.
    """

    def __init__(
        self,
        patience: float,
        probe: Callable[[], float] = probe,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.patience = patience
        self.probe = probe
        self.sleep = sleep
        self.fastest = float("inf")
        self.again = 0

    def _steady(self) -> bool:
        took = self.probe()
        self.fastest = min(self.fastest, took)
        return not disturbed(took, self.fastest)

    def measure(self, take: Callable[[], Sample], lasts: float) -> Sample:
        """Measure again until the machine is steady at the end, as it was
        at the end of the measurement before.

        `lasts` are the seconds of one; `take` leaves the servers at rest.
        """
        sample = take()
        while self.patience > 0 and not self._steady():
            self._wait()
            self.patience -= lasts
            self.again += 1
            sample = take()
        return sample

    def _wait(self) -> None:
        while self.patience > 0 and not self._steady():
            self.patience -= PAUSE
            self.sleep(PAUSE)

    def __str__(self) -> str:
        """Tell what came of it, for the report."""
        text = (
            "measurements made once more, since the machine gave less than "
            f"half of its best when they ended: {self.again}"
        )
        return text if self.patience > 0 else f"{text}; not so the last ones"
