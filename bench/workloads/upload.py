# SPDX-License-Identifier: Apache-2.0
"""A body of 200 MiB, which the worker reads and counts."""

from harness import client
from harness.workload import Cell, Workload

SIZE = 200 * 1024 * 1024
SHORTEST = 5  # seconds, so that a few get through


class Upload(Workload):
    name = "upload"
    title = "200 MiB upload"
    work = "upload"
    size = SIZE

    def ask(self, bench, peer):
        return bench.site.answers(self.path(peer), b"x" * 1000)

    def right(self, body):
        return body == b"1000\n"

    def cells(self, bench):
        def measure(bench, peer):
            url = bench.base + self.path(peer)
            seconds = max(bench.seconds, SHORTEST)
            return client.wrk(bench.meter, url, 1, seconds, body=SIZE)

        return [Cell("1 connection", measure)]


WORKLOADS = [Upload()]
