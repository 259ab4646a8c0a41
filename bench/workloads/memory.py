# SPDX-License-Identifier: Apache-2.0
"""What a worker holds in memory while it waits."""

from harness import client, tree
from harness.sample import Sample
from harness.table import markdown, not_measured
from harness.workload import Cell, Workload

MIB = 1024


class Memory(Workload):
    name = "memory"
    title = "Memory of an idle worker"
    about = (
        "After a second of hello over 8 connections. *Private* is what no "
        "other process shares; *proportional* has its part of what is shared."
    )

    def takes(self, peer):
        return bool(peer.worker) and super().takes(peer)

    def cells(self):
        return [Cell("4 workers", self.measure)]

    def measure(self, bench, peer):
        url = bench.base + self.path(peer)
        sample = client.wrk(bench.meter, url, 8, 1)
        bench.meter.wait_until_quiet()
        workers = [
            tree.memory(pid)
            for pid in tree.descendants()
            if peer.worker in tree.command_line(pid)
        ]
        if not workers:
            raise ValueError("its workers were not found")
        sample.extra = {
            "workers": len(workers),
            "private": sum(map(private, workers)) / len(workers) / MIB,
            "pss": sum(one["Pss"] for one in workers) / len(workers) / MIB,
        }
        return sample

    def table(self, results):
        head = ["", "language", "processes", "private MiB", "proportional MiB"]
        rows = [head]
        for peer, result in results.items():
            figures = ["", "", not_measured(result)]
            if result.samples:
                last: Sample = result.samples[-1]
                figures = [
                    f"{last.extra['workers']:.0f}",
                    f"{last.extra['private']:.1f}",
                    f"{last.extra['pss']:.1f}",
                ]
            rows.append([peer.title, peer.language, *figures])
        return markdown(rows)


def private(sizes):
    return sizes["Private_Clean"] + sizes["Private_Dirty"]


WORKLOADS = [Memory()]
