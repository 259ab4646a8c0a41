# SPDX-License-Identifier: Apache-2.0
"""The memory that a waiting worker takes."""

from harness import client, tree
from harness.sample import Sample
from harness.table import markdown, not_measured
from harness.workload import Cell, Workload

MIB = 1024


class Memory(Workload):
    name = "memory"
    title = "Memory of an idle worker"
    about = (
        "After a second of hello over 8 connections. *Private* is memory that "
        "no other process shares; *Pss* includes the worker's part of what is "
        "shared."
    )

    def takes(self, peer):
        return bool(peer.worker) and super().takes(peer)

    def lasts(self, seconds):
        return 2.0

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
        sample.extra = {"workers": len(workers), **means(workers)}
        return sample

    def table(self, results):
        head = ["", "language", "processes", "Rss MiB", "Pss MiB"]
        head += ["private MiB"]
        rows = [head]
        for peer, result in results.items():
            figures = ["", "", not_measured(result)]
            if result.samples:
                last: Sample = result.samples[-1]
                figures = [
                    f"{last.extra['workers']:.0f}",
                    *mebibytes(last),
                ]
            rows.append([peer.title, peer.language, *figures])
        return markdown(rows)


def means(sizes):
    """Return the mean memory of these processes, in MiB."""

    def mean(*names):
        return sum(one[n] for one in sizes for n in names) / len(sizes) / MIB

    return {
        "rss": mean("Rss"),
        "pss": mean("Pss"),
        "private": mean("Private_Clean", "Private_Dirty"),
    }


def mebibytes(sample):
    return [f"{sample.extra[name]:.1f}" for name in ("rss", "pss", "private")]


WORKLOADS = [Memory()]
