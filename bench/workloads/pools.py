# SPDX-License-Identifier: Apache-2.0
"""What a request costs when more and more scripts are resident."""

from harness import client
from harness.client import fetch
from harness.workload import Cell, Workload


class Pools(Workload):
    """One worker to a script, and the scripts asked in turn."""

    name = "pools"
    title = "One of 1, 10, 100, 1000 resident scripts"
    about = "The scripts are asked in turn, each has one worker, in C."
    settings = (
        "PersistMaxPools 2200\nPersistMaxWorkers 1100\nPersistWorkers 1 1\n"
    )
    numbers = (1, 10, 100, 1000)

    def takes(self, peer):
        return peer.name == "persist-c"

    def cells(self):
        return [self.cell(number) for number in self.numbers]

    def cell(self, number):
        ready = set()

        def start(site, peer):
            for n in range(number):
                url = peer.copy(site, str(n))
                status, _ = fetch(site.port, url)
                if status != 200:
                    raise ValueError(f"script {n} got {status}")
            ready.add(peer)

        # Before, each of httpd's children has to connect to each worker.
        def measure(bench, peer):
            if peer not in ready:
                start(bench.site, peer)
                load(bench, peer, 1 if bench.quick else 1 + number // 100)
                bench.meter.wait_until_quiet()
            return load(bench, peer, bench.seconds)

        def load(bench, peer, seconds):
            url = f"{bench.base}/{peer.name}-copies/%d"
            turn = {"from": 0, "to": number - 1}
            return client.wrk(bench.meter, url, 1, seconds, **turn)

        return Cell(f"{number} scripts, 1 connection", measure)


WORKLOADS = [Pools()]
