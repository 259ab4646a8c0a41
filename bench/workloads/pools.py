# SPDX-License-Identifier: Apache-2.0
"""The cost of a request when more and more scripts are resident."""

import dataclasses
import functools
import subprocess

from harness import client, plot, tree
from harness.client import fetch
from harness.site import Site
from harness.table import failures, markdown, not_measured, number, ratio
from harness.workload import Cell, Workload

CHILDREN = 4
ROUNDS = 30  # at most, until all connections are open
WAYS = ("always the same", "in turn")
JUDGED = (1, 1000)


class Pools(Workload):
    """One worker for each script. Requests go to one script, or to each in
    turn.
    """

    name = "pools"
    title = "One of 1, 10, 100, 1000 resident scripts"
    about = (
        "Scripts in C, each with one worker; one client. *Always the same*: "
        "all requests go to one script while the others are idle, which shows "
        "the cost of larger tables. *In turn*: requests go to each script in "
        "turn, so that the worker of each request has been idle for longest "
        "and has the coldest memory. Each number of scripts has a server of "
        "its own. All servers run from the start, so that rows are interleaved "
        "as elsewhere, and the use of the idle servers counts for each row. "
        "Before, all scripts get requests over 32 connections until httpd's "
        "children make no more connections to workers; *connected* is the "
        "share of children × workers that have one. *Bare exchange*: the cost "
        "for one process to exchange messages with as many others in turn, on "
        "one processor, without httpd (models/turn.c)."
    )
    settings = (
        "PersistMaxPools 2200\nPersistMaxWorkers 1100\nPersistWorkers 1 1\n"
    )
    numbers = (1, 10, 100, 1000)
    plotted = True

    def __init__(self):
        self.sites = []  # besides the one for all peers
        self.benches = {}  # by number, each with its server
        self.connected = {}  # by number: the share of connections kept

    def takes(self, peer):
        return peer.name == "persist-c"

    def judges(self, peer):
        return True

    def often(self, peer):
        """Costs vary by 15 %, and a goal is 10 % away."""
        return 8

    def path(self, peer):
        return f"/{peer.name}-copies/0"

    def wrong(self, bench, peer):
        """Start all servers, and let all scripts answer once, before any
        measurement.
        """
        for many in self.numbers:
            there = bench if many == 1 else self._server(bench, peer)
            start(there, peer, many)
            kept = connect(there, peer, many)
            self.connected[many] = kept / (CHILDREN * many)
            self.benches[many] = there
        return super().wrong(bench, peer)

    def _server(self, bench, peer):
        site = Site()
        self.sites.append(site)
        site.start([peer], self.settings)
        return dataclasses.replace(bench, site=site)

    def cells(self):
        return [
            Cell(
                f"{scripts(number)}, {way}",
                self.measuring(number, way),
                judged=number in JUDGED,
            )
            for number in self.numbers
            for way in WAYS
        ]

    def measuring(self, number, way):
        def measure(bench, peer):
            there = self.benches[number]
            last = number - 1 if way == "in turn" else 0
            sample = load(there, peer, last, 1, bench.seconds)
            sample.extra["connected"] = self.connected[number]
            if way == "in turn" and not bench.quick:
                program = bench.site.built("models/turn")
                sample.extra["bare"] = bare_exchange(program, number)
            return sample

        return measure

    def end(self, keep):
        for site in self.sites:
            site.stop()
            site.leave(keep)

    def tables(self, outcomes):
        head = ["", "requests/s", "p50 ms", "p99 ms", "CPU µs", "× 1 script"]
        rows = [[*head, "bare exchange µs", "connected", "runs", "failures"]]
        base = {}
        for outcome in outcomes:
            way = outcome.cell.label.rpartition(", ")[2]
            for result in outcome.results.values():
                cost = result.median("cpu_each")
                row = figures(result, base.setdefault(way, cost))
                rows.append([outcome.cell.label, *row])
        return markdown(rows)

    def draw(self, path, outcomes):
        curves = {way: [] for way in WAYS}
        for there, outcome in zip(sorted(self.numbers * 2), outcomes):
            way = outcome.cell.label.rpartition(", ")[2]
            for result in outcome.results.values():
                if result.samples:
                    cost = result.median("cpu_each") * 1e6
                    curves[way].append((there, cost))
        curves = {way: points for way, points in curves.items() if points}
        plot.growth(
            path, self.title, curves, "resident scripts", "CPU µs per request"
        )


def scripts(number):
    return f"{number} script" + ("" if number == 1 else "s")


def figures(result, base):
    if not result.samples:
        return [*[""] * 8, not_measured(result)]
    connected = min(sample.extra["connected"] for sample in result.samples)
    return [
        number(result.rate),
        f"{result.median('p50') * 1e3:.2f}",
        f"{result.median('p99') * 1e3:.2f}",
        f"{result.median('cpu_each') * 1e6:.1f}",
        ratio(result.median("cpu_each"), base),
        bare_cost(result),
        f"{connected:.1%}",
        str(len(result.samples)),
        failures(result),
    ]


def bare_cost(result):
    bare = result.samples[-1].extra.get("bare")
    return f"{bare * 1e6:.1f}" if bare else ""


@functools.cache
def bare_exchange(program, number):
    """Measure, once, the CPU seconds of an exchange with one of so many
    processes.
    """
    said = subprocess.run(
        [program, str(number)], capture_output=True, text=True, check=True
    ).stdout
    return float(said.split()[-3]) / 1e6


def start(bench, peer, number):
    for n in range(number):
        url = peer.copy(bench.site, str(n))
        status, _ = fetch(bench.site.port, url)
        if status != 200:
            why = bench.site.log_tail(lines=1)
            raise ValueError(f"script {n} got {status} ({why[-200:]})")


def connect(bench, peer, number):
    """Send requests to all scripts until no more connections are made; return
    the number of connections.

    Each worker has one more connection, to persistd.
    """
    here = f"{bench.site.run}/p/"
    before = 0
    for _ in range(2 if bench.quick else ROUNDS):
        load(bench, peer, number - 1, 32, 1)
        now = tree.connections_below(here) - number
        if now == before or now >= CHILDREN * number:
            return now
        before = now
    return before


def load(bench, peer, last, connections, seconds):
    """Send requests to the scripts from the first one to `last`, in turn."""
    url = f"{bench.base}/{peer.name}-copies/%d"
    turn = {"from": 0, "to": last}
    return client.wrk(bench.meter, url, connections, seconds, **turn)


WORKLOADS = [Pools()]
