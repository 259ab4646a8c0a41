# SPDX-License-Identifier: Apache-2.0
"""The first request to a script that has no pool yet."""

import time

from harness.client import fetch
from harness.peer import ScriptPeer
from harness.sample import Sample, percentile
from harness.table import durations, markdown, not_measured
from harness.workload import Cell, Workload


class Cold(Workload):
    name = "cold"
    title = "First request of a cold pool"
    about = (
        "A fresh copy of the script each time; only peers for which a new file "
        "is a new application. mod_cgid starts a process for each request "
        "anyway; mod_persist starts one worker (PersistWorkers 0 1)."
    )

    settings = (
        "PersistMaxPools 512\nPersistMaxWorkers 400\nPersistWorkers 0 1\n"
    )

    def __init__(self):
        self.copies = 0

    def takes(self, peer):
        script = isinstance(peer, ScriptPeer) and peer.app
        return bool(script) and super().takes(peer)

    def first(self, bench, peer):
        """Return the seconds that the first request took."""
        self.copies += 1
        suffix = peer.app.partition(".")[2]
        name = f"cold{self.copies}" + (f".{suffix}" if suffix else "")
        url = peer.copy(bench.site, name)
        began = time.monotonic()
        status, body = fetch(bench.site.port, url)
        if (status, body) != (200, b"hello\n"):
            raise ValueError(f"the first request got {status}: {body[:60]!r}")
        return time.monotonic() - began

    def lasts(self, seconds):
        return 2.0

    def cells(self):
        def measure(bench, peer):
            times = sorted(self.first(bench, peer) for _ in range(5))
            return Sample(
                requests=len(times),
                seconds=sum(times),
                p50=percentile(times, 50),
                p99=times[-1],
            )

        return [Cell("one client", measure)]

    def table(self, results):
        rows = [["", "language", "median ms", "slowest ms"]]
        for peer, result in results.items():
            figures = ["", not_measured(result)]
            if result.samples:
                figures = durations(result)
            rows.append([peer.title, peer.language, *figures])
        return markdown(rows)


WORKLOADS = [Cold()]
