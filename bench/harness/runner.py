# SPDX-License-Identifier: Apache-2.0
"""Runs workloads against peers: interleaved, repeated, nothing dropped."""

from __future__ import annotations

import contextlib
import dataclasses
from itertools import groupby

from . import table
from .peer import Peer
from .sample import Result
from .site import Site
from .tree import Meter
from .workload import Bench, Cell, Workload


@dataclasses.dataclass
class Outcome:
    """One table to be."""

    workload: Workload
    cell: Cell
    results: dict[Peer, Result]


def run(workloads: list[Workload], peers: list[Peer], told) -> list[Outcome]:
    outcomes = []
    ordered = sorted(workloads, key=lambda workload: workload.settings)
    for settings, group in groupby(ordered, key=lambda w: w.settings):
        outcomes += _run_server(list(group), peers, settings, told)
    order = [workload.name for workload in workloads]
    outcomes.sort(key=lambda outcome: order.index(outcome.workload.name))
    return outcomes


def _run_server(workloads, peers, settings, told) -> list[Outcome]:
    """Start one httpd with all peers, and do what it is for."""
    site = Site()
    outcomes = []
    try:
        usable, why_not = _usable(site, peers, settings)
        site.start(usable, settings)
        bench = Bench(site, Meter(), told.seconds, told.quick)
        for workload in workloads:
            outcomes += _run_workload(bench, workload, peers, why_not, told)
    finally:
        site.stop()
        if told.keep:
            print(f"bench: logs are in {site.run}")
        else:
            site.remove()
    return outcomes


def _usable(site, peers, settings) -> tuple[list[Peer], dict[Peer, str]]:
    """Tell the peers that httpd can serve from those that it can't."""
    why_not = {peer: why for peer in peers if (why := peer.missing(site))}
    usable = [peer for peer in peers if peer not in why_not]
    if site.complaint(usable, settings):
        for peer in usable:
            if why := site.complaint([peer], settings):
                why_not[peer] = why
        usable = [peer for peer in usable if peer not in why_not]
    return usable, why_not


def _run_workload(bench, workload, peers, why_not, told) -> list[Outcome]:
    takers = [peer for peer in peers if workload.takes(peer)]
    wrong = {peer: _why_not(bench, workload, peer, why_not) for peer in takers}
    outcomes = [
        Outcome(workload, cell, {p: Result(why_not=wrong[p]) for p in takers})
        for cell in workload.cells(bench)
    ]
    ready = [peer for peer in takers if not wrong[peer]]
    for repeat in range(told.repeats):
        for outcome in outcomes:
            # Each starts once in turn, so that none always follows the same.
            turn = repeat % len(ready) if ready else 0
            for peer in ready[turn:] + ready[:turn]:
                if repeat == 0 and not bench.quick:
                    _warm(bench, outcome, peer)
                _measure(bench, outcome, peer)
    return outcomes


def _why_not(bench, workload, peer, why_not) -> str:
    if peer in why_not:
        return why_not[peer]
    try:
        return workload.wrong(bench, peer)
    except Exception as error:  # whatever it is, it becomes a row
        return f"{type(error).__name__}: {error}"


def _warm(bench, outcome, peer) -> None:
    """Open the connections of each thread; what fails will fail again."""
    with contextlib.suppress(Exception):
        outcome.cell.measure(dataclasses.replace(bench, seconds=1), peer)


def _measure(bench, outcome, peer) -> None:
    result = outcome.results[peer]
    bench.meter.wait_until_quiet()
    bench.meter.whole_machine = peer.children_unseen
    try:
        sample = outcome.cell.measure(bench, peer)
    except Exception as error:  # counted like any other failure
        result.why_not = result.why_not or f"{type(error).__name__}: {error}"
        print(f"bench: {peer.name}: {error}", flush=True)
        return
    result.samples.append(sample)
    print(
        f"{outcome.workload.name:14} {outcome.cell.label:18} {peer.name:18}"
        f"{sample.rate:10.1f}/s  p99 {sample.p99 * 1e3:8.2f} ms"
        f"  CPU {sample.cpu_each * 1e6:8.1f} µs"
        f"  failed {table.failures(Result([sample]))}",
        flush=True,
    )
