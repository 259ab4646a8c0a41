# SPDX-License-Identifier: Apache-2.0
"""Checks whether the machine is still as fast as before.

The host of a virtual machine may take processors away without notice. A request
then costs ten times as much for minutes. So a fixed piece of work is timed, on
all processors at once and as exchanges between two threads, and a measurement
beside a slow one is repeated. The check does not depend on which peer is
measured.
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
# A piece of work may take at most this many times as long as the fastest one.
SLOWEST = 2.0
PAUSE = 1.0


def disturbed(took: float, fastest: float) -> bool:
    return took > SLOWEST * fastest


def _hash(_: int) -> float:
    """Keep one processor busy. Threads do so in parallel."""
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
    """Return the seconds that the piece of work takes.

    Its threads end before it returns, because this process forks.
    """
    processors = os.cpu_count() or 1
    with ThreadPoolExecutor(processors) as pool:
        return max(pool.map(_hash, range(processors))) + _exchange(pool)


class Pace:
    """Waits for the machine, for so many seconds in all. 0: measures without
    waiting.

    `fastest` is the shortest time of a probe, `again` the number of repeated
    measurements.
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
        """Measure again until the machine is steady at the end of the
        measurement, as it was at the end of the one before.

        `lasts` is the duration of one measurement in seconds. When `take`
        returns, the servers are idle.
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
        """Return a summary for the report."""
        text = (
            "measurements repeated because the machine was below half of its "
            f"best speed when they ended: {self.again}"
        )
        return (
            text
            if self.patience > 0
            else f"{text}; the last ones were not repeated"
        )
