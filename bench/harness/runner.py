# SPDX-License-Identifier: Apache-2.0
"""Runs workloads against peers: interleaved, repeated, nothing dropped."""

from __future__ import annotations

import contextlib
import dataclasses
import random
import time
from itertools import groupby
from typing import TypeVar

from . import table, tree
from .budget import Effort, Share
from .pace import Pace
from .peer import Peer
from .sample import Result
from .site import Site
from .workload import Bench, Cell, Outcome, Workload

T = TypeVar("T")

# A process for each request: within one second 32 clients may get no response
# at all.
CGI_SECONDS = 3


@dataclasses.dataclass
class RunPlan:
    """What a run measures, and for how long."""

    effort: Effort
    pace: Pace
    quick: bool = False
    keep: bool = False
    group: str = ""  # how the peers share the processor; for the report
    until: float = float("inf")  # monotonic clock; after it, only first rounds


def shares(workloads: list[Workload], peers: list[Peer]) -> list[Share]:
    """Return how much there is to measure, for budget.py."""
    return [_share(workload, peers) for workload in workloads]


def takers(workload: Workload, peers: list[Peer]) -> list[Peer]:
    """Return the peers that take part."""
    return [peer for peer in peers if workload.takes(peer)]


def first_round(workload: Workload, peers: list[Peer]) -> float:
    """Return the seconds that the rows with goals take, each once."""
    judged = sum(map(workload.judges, takers(workload, peers)))
    tables = sum(cell.judged for cell in workload.cells())
    return judged * tables * workload.lasts(1)


def _share(workload: Workload, peers: list[Peer]) -> Share:
    parts = takers(workload, peers)
    cells = workload.cells()
    rows = len(cells) * len(parts)
    judged = [peer for peer in parts if workload.judges(peer)]
    tables = sum(cell.judged for cell in cells)
    warm = sum(cell.warms for cell in cells) * len(parts) * workload.lasts(1)
    often = tables * sum(map(workload.often, judged))
    others = rows - tables * len(judged)
    return Share(often, others, workload.lasts, warm)


def by_server(workloads: list[Workload]) -> list[tuple[str, list[Workload]]]:
    """Group the workloads that have the same settings."""
    ordered = sorted(workloads, key=lambda workload: workload.settings)
    groups = groupby(ordered, key=lambda workload: workload.settings)
    return [(settings, list(group)) for settings, group in groups]


def run(
    workloads: list[Workload],
    peers: list[Peer],
    run_plan: RunPlan,
    outcomes: list[Outcome],
) -> None:
    """Run the workloads and append to outcomes, which stay complete up to there
    when the run is cut short.
    """
    for settings, group in by_server(workloads):
        here = [p for p in peers if any(_runs(w, p, run_plan) for w in group)]
        _run_server(group, here, settings, run_plan, outcomes)


def _runs(workload: Workload, peer: Peer, run_plan: RunPlan) -> bool:
    judged = not run_plan.quick or workload.judges(peer)
    return workload.takes(peer) and judged


def _run_server(workloads, peers, settings, run_plan, outcomes) -> None:
    """Start one httpd with these peers and run its workloads. Each other build
    has a server of its own.
    """
    site = Site()
    others = {build: Site(build) for build in {p.build for p in peers} - {""}}
    try:
        usable, why_not = _usable(site, _built(peers, ""), settings)
        site.start(usable, settings)
        for build, other in others.items():
            other.start(_built(peers, build), settings)
        bench = Bench(
            site, tree.Meter(), run_plan.effort.seconds, run_plan.quick, others
        )
        for workload in workloads:
            _run_workload(bench, workload, peers, why_not, run_plan, outcomes)
    finally:
        for each in (site, *others.values()):
            each.stop()
        tree.end_all()
        for each in (site, *others.values()):
            each.leave(run_plan.keep)


def _built(peers: list[Peer], build: str) -> list[Peer]:
    return [peer for peer in peers if peer.build == build]


def _usable(site, peers, settings) -> tuple[list[Peer], dict[Peer, str]]:
    """Separate the peers that httpd can serve from those that it cannot."""
    why_not = {peer: why for peer in peers if (why := peer.missing(site))}
    usable = [peer for peer in peers if peer not in why_not]
    if site.complaint(usable, settings):
        for peer in usable:
            if why := site.complaint([peer], settings):
                why_not[peer] = why
        usable = [peer for peer in usable if peer not in why_not]
    return usable, why_not


def _run_workload(bench, workload, peers, why_not, run_plan, outcomes) -> None:
    parts = [peer for peer in peers if _runs(workload, peer, run_plan)]
    wrong = {peer: _why_not(bench, workload, peer, why_not) for peer in parts}
    cells = [
        Outcome(workload, cell, {p: Result(why_not=wrong[p]) for p in parts})
        for cell in workload.cells()
    ]
    outcomes += cells
    ready = [peer for peer in parts if not wrong[peer]]
    try:
        if not bench.quick:
            _warm(bench, cells, ready)
        _measure_rounds(bench, cells, ready, run_plan)
    finally:
        workload.end(run_plan.keep)


def _measure_rounds(bench, cells, ready, run_plan) -> None:
    """Measure all rows in rounds; the first one even when time is over."""
    for number, turn in enumerate(rounds(cells, ready, run_plan.effort)):
        if number and time.monotonic() > run_plan.until:
            return
        for cell, peer in turn:
            _measure(bench, cell, peer, run_plan.pace)


def rounds(
    cells: list[Outcome], ready: list[Peer], effort: Effort
) -> list[list[tuple[Outcome, Peer]]]:
    """Return the rows of each round in order; each row appears as often as it
    is worth.
    """

    def times(outcome, peer):
        return repeats(outcome.workload, outcome.cell, peer, effort)

    every = [times(cell, peer) for cell in cells for peer in ready]
    count = max(every, default=0)
    return [
        [
            (cell, peer)
            for cell in in_turn(cells, this)
            for peer in in_turn(ready, this)
            if is_due(this, count, times(cell, peer))
        ]
        for this in range(count)
    ]


def is_due(this: int, count: int, times: int) -> bool:
    """Spread a row that is measured less often over all rounds, from the first
    on, because a machine may be fast for minutes and then slow.
    """
    return this * times % count < times


def in_turn(things: list[T], repeat: int) -> list[T]:
    """Shuffle the things differently for each round, so that none always
    follows the same other one, but equally in every run.
    """
    return random.Random(repeat).sample(things, len(things))


def repeats(workload: Workload, cell: Cell, peer: Peer, effort: Effort) -> int:
    """Return how often this row is measured."""
    if cell.judged and workload.judges(peer):
        return effort.repeats * workload.often(peer)
    return effort.others


def _why_not(bench, workload, peer, why_not) -> str:
    if peer in why_not:
        return why_not[peer]
    try:
        return workload.wrong(bench.of(peer), peer)
    except Exception as error:  # any error becomes a row
        return f"{type(error).__name__}: {error}"


def _warm(bench, cells, peers) -> None:
    """Open the connections of each thread. Errors are ignored here, because
    they will occur again when it counts.
    """
    brief = dataclasses.replace(bench, seconds=1)
    for cell in cells:
        for peer in peers if cell.cell.warms else []:
            if peer.children_unseen:
                continue  # no connection stays open
            with contextlib.suppress(Exception):
                cell.cell.measure(brief.of(peer), peer)
    bench.meter.wait_until_quiet()


def _measure(bench, outcome, peer, pace) -> None:
    result = outcome.results[peer]
    bench.meter.whole_machine = peer.children_unseen
    if peer.children_unseen:
        bench = dataclasses.replace(bench, seconds=CGI_SECONDS)

    def take():
        try:
            return outcome.cell.measure(bench.of(peer), peer)
        finally:
            bench.meter.wait_until_quiet()

    try:
        sample = pace.measure(take, outcome.workload.lasts(bench.seconds))
    except Exception as error:  # counted like any other failure
        result.lost += 1
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
