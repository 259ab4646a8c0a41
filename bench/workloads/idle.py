# SPDX-License-Identifier: Apache-2.0
"""The memory that a client's idle connection takes, in all processes."""

import contextlib
import http.client

from harness import tree
from harness.sample import Sample
from harness.table import markdown, not_measured
from harness.workload import Cell, Workload

CONNECTIONS = 500


class Idle(Workload):
    name = "idle"
    title = "Memory of an idle connection"
    about = (
        f"{CONNECTIONS} clients request hello once and stay connected. The "
        "figure is the additional memory of all processes of the run, for "
        "each client. The same is done once before, so that no first use is "
        "counted."
    )

    def takes(self, peer):
        return super().takes(peer) and not peer.children_unseen

    def lasts(self, seconds):
        return 3.0

    def cells(self):
        return [Cell(f"{CONNECTIONS} connections", self.measure)]

    def measure(self, bench, peer):
        self.stay(bench, peer)
        bench.meter.wait_until_quiet()
        before = held()
        kib = (self.stay(bench, peer) - before) / CONNECTIONS
        return Sample(0, 0, 0, 0, extra={"kib": kib})

    def stay(self, bench, peer):
        """Connect all clients, send a request on each, and return the memory in
        use while they are connected.
        """
        with contextlib.ExitStack() as clients:
            for _ in range(CONNECTIONS):
                client = http.client.HTTPConnection(
                    "127.0.0.1", bench.site.port, timeout=60
                )
                clients.callback(client.close)
                client.request("GET", self.path(peer))
                body = client.getresponse().read()
                if not self.right(body):
                    raise ValueError(f"it answers {body[:60]!r}")
            bench.meter.wait_until_quiet()
            return held()

    def table(self, results):
        rows = [["", "language", "KiB"]]
        for peer, result in results.items():
            figure = not_measured(result)
            if result.samples:
                figure = f"{result.samples[-1].extra['kib']:.1f}"
            rows.append([peer.title, peer.language, figure])
        return markdown(rows)


def held():
    """Return the KiB of all processes of the run."""
    sizes = [tree.memory(pid) for pid in tree.descendants()]
    return sum(one.get("Pss", 0) for one in sizes)


WORKLOADS = [Idle()]
