# SPDX-License-Identifier: Apache-2.0
"""The time until one more worker is ready, started or cloned."""

import itertools
import os
import signal
import time

from harness import tree
from harness.client import fetch
from harness.peer import WORKERS
from harness.sample import Sample, percentile
from harness.table import durations, markdown, not_measured
from harness.workload import Cell, Workload

from workloads.cold import Cold
from workloads.memory import means, mebibytes

KILLS = 3  # if more young workers died, persistd would wait
PATIENCE = 60


class Clone(Workload):
    name = "clone"
    title = "Clone time"
    about = (
        "A script with a set-up of one second and 500 000 strings, which has "
        f"{WORKERS} workers. An idle one is killed, and persistd reports how "
        "long its successor took from the order to READY (`boots` and "
        "`boot_mean_us` of the status). Memory is the mean of the four, "
        "which have answered a few requests; *Pss* includes a worker's part "
        "of what is shared."
    )
    work = "clone"
    settings = Cold.settings

    def __init__(self):
        self.copies = itertools.count(1)

    def lasts(self, seconds):
        return 6.0

    def cells(self):
        return [Cell("one worker more", self.measure)]

    def measure(self, bench, peer):
        name = f"{next(self.copies)}-{peer.app}"
        url = peer.copy(bench.site, name)
        ask(bench, url)
        pool = full(bench.site, name, WORKERS)
        times = []
        for _ in range(KILLS):
            before = pool
            os.kill(before["workers"][-1]["pid"], signal.SIGKILL)
            pool = full(bench.site, name, before["boots"] + 1)
            times.append((boot_us(pool) - boot_us(before)) / 1e6)
        for _ in range(50):
            ask(bench, url)
        times.sort()
        sizes = [tree.memory(worker["pid"]) for worker in pool["workers"]]
        middle = percentile(times, 50)
        return Sample(
            len(times), sum(times), middle, times[-1], extra=means(sizes)
        )

    def table(self, results):
        head = ["", "language", "ready after, median ms", "slowest ms"]
        rows = [[*head, "Rss MiB", "Pss MiB", "private MiB"]]
        for peer, result in results.items():
            figures = [*[""] * 4, not_measured(result)]
            if result.samples:
                memory = mebibytes(result.samples[-1])
                figures = [*durations(result), *memory]
            rows.append([peer.title, peer.language, *figures])
        return markdown(rows)


def ask(bench, url):
    status, body = fetch(bench.site.port, url)
    if (status, body) != (200, b"hello\n"):
        raise ValueError(f"it answers {status}: {body[:60]!r}")


def boot_us(pool):
    """Return the µs of all starts of a pool together, accurate to a few µs."""
    return pool["boots"] * pool["boot_mean_us"]


def full(site, name, boots):
    """Wait until a pool has had so many starts and has all workers."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for pool in site.status()["pools"]:
            states = [worker["state"] for worker in pool["workers"]]
            if (
                pool["script"].endswith(f"/{name}")
                and pool["boots"] >= boots
                and states == ["ready"] * WORKERS
            ):
                return pool
        time.sleep(0.01)
    raise ValueError(f"{name} did not get its {WORKERS} workers")


WORKLOADS = [Clone()]
