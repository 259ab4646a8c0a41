# SPDX-License-Identifier: Apache-2.0
"""Quick requests beside a few slow ones: how long the quick ones take then."""

import collections

from harness import client
from harness.table import failures, markdown, not_measured, number
from harness.workload import Cell, Load, connections_label

# One request in so many is slow, and what it then does.
MIXES = {
    "uniform": (0, "q"),
    "1000:s200": (1000, "s200"),
    "200:s50": (200, "s50"),
    "200:c50": (200, "c50"),
}
# Seconds: of some 4000 requests, four are above p99.9.
SHORTEST = 2


def cell_label(mix, connections):
    return f"{mix}, {connections_label(connections)}"


class Mixed(Load):
    name = "mixed"
    title = "Quick requests beside slow ones"
    about = (
        "A quick request computes for 0.5 ms. *1000:s200*: one in 1000, drawn "
        "at random, sleeps for 200 ms; *200:s50*: one in 200 for 50 ms; "
        "*200:c50*: one in 200 computes for 50 ms; *uniform*: all are quick. "
        "The times are of the quick requests alone, each from its begin to "
        "its end (`exact.c`); the rate is of all. Each measurement takes at "
        f"least {SHORTEST} s."
    )
    work = "mixed"
    connections = (8, 32, 128)
    least = SHORTEST

    def __init__(self):
        self.seeds = collections.Counter()

    def judges(self, peer):
        return True

    def cells(self):
        return [
            Cell(
                cell_label(mix, connections),
                self.mixing(mix, connections),
                warms=(mix, connections) == ("uniform", max(self.connections)),
            )
            for mix in MIXES
            for connections in self.connections
            if mix != "200:c50" or connections < 128
        ]

    def mixing(self, mix, connections):
        one_in, slow = MIXES[mix]

        def measure(bench, peer):
            # The same requests for each peer.
            row = (peer.name, mix, connections)
            self.seeds[row] += 1
            path = self.path(peer)
            return client.exact(
                bench,
                connections,
                max(bench.seconds, self.least),
                (self.seeds[row], one_in),
                (f"{path}?q", f"{path}?{slow}"),
            )

        return measure

    def table(self, results):
        head = ["", "requests/s", "p50 ms", "p99 ms", "p99.9 ms"]
        rows = [[*head, "slow p50 ms", "runs", "failures"]]
        for peer, result in results.items():
            title = f"**{peer.title}**" if peer.place == "ours" else peer.title
            figures = [*[""] * 6, not_measured(result)]
            if result.samples:
                figures = self.figures(result)
            rows.append([title, *figures])
        return markdown(rows)

    def figures(self, result):
        slow = [sample.extra["slow_p50"] for sample in result.samples]
        times = [result.median(name) for name in ("p50", "p99", "p999")]
        times.append(sorted(slow)[len(slow) // 2])
        return [
            number(result.rate),
            *(f"{time * 1e3:.2f}" for time in times),
            str(len(result.samples)),
            failures(result),
        ]


WORKLOADS = [Mixed()]
