# SPDX-License-Identifier: Apache-2.0
"""A body of 200 MiB, which the worker reads and counts."""

from harness import client
from harness.workload import PAUSE, Cell, Workload

SIZE = 200 * 1024 * 1024
SHORTEST = 5  # seconds, so that a few requests end


class Upload(Workload):
    name = "upload"
    title = "200 MiB upload"
    work = "upload"
    about = f"Each measurement takes at least {SHORTEST} s."
    size = SIZE

    def ask(self, bench, peer):
        return bench.site.answers(self.path(peer), b"x" * 1000)

    def right(self, body):
        return body == b"1000\n"

    def judges(self, peer):
        return peer.place in ("outside", "ours")

    def lasts(self, seconds):
        return max(seconds, SHORTEST) + PAUSE

    def cells(self):
        def measure(bench, peer):
            url = bench.base + self.path(peer)
            seconds = max(bench.seconds, SHORTEST)
            return client.upload(bench.meter, url, SIZE, seconds)

        return [Cell("1 connection", measure)]


WORKLOADS = [Upload()]
