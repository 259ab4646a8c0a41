# SPDX-License-Identifier: Apache-2.0
"""Workload: the requests that all peers get. Each file in workloads/ defines
some.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Callable

from . import client, plot
from .table import load

if TYPE_CHECKING:
    from pathlib import Path

    from .peer import Peer
    from .sample import Result, Sample
    from .site import Site
    from .tree import Meter

PAUSE = 0.6  # between two measurements, and to start a client


@dataclass
class Bench:
    """The things that a measurement uses."""

    site: Site
    meter: Meter
    seconds: int  # of one measurement
    quick: bool
    others: dict[str, Site] = field(default_factory=dict)  # by their builds

    def of(self, peer: Peer) -> Bench:
        """Return the same at the server that has the peer."""
        return replace(self, site=self.others.get(peer.build, self.site))

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.site.port}"


@dataclass
class Cell:
    """One table: a measurement that is repeated for each peer."""

    label: str
    measure: Callable[[Bench, Peer], Sample]
    warms: bool = False  # runs once before, without counting
    judged: bool = True  # a goal depends on it


@dataclass
class Outcome:
    """The content of one table."""

    workload: Workload
    cell: Cell
    results: dict[Peer, Result]


class Workload:
    """A title, the cells, and which peers take part.

    settings go into httpd.conf. Workloads with the same settings share a
    server.
    """

    name = ""
    title = ""
    work = "hello"
    about = ""
    settings = ""
    plotted = False
    size = 0  # bytes of a request or response; shown as MB/s

    def takes(self, peer: Peer) -> bool:
        return self.work in peer.works

    def judges(self, peer: Peer) -> bool:
        """Return whether a goal in goals.py depends on this peer's figures."""
        return False

    def often(self, peer: Peer) -> int:
        """Return how many times as many repeats a judged peer gets."""
        return 1

    def lasts(self, seconds: int) -> float:
        """Return the duration of one measurement when `seconds` are wanted."""
        return seconds + PAUSE

    def path(self, peer: Peer) -> str:
        return peer.url(self.work)

    def ask(self, bench: Bench, peer: Peer) -> tuple[int, bytes]:
        return bench.site.answers(self.path(peer))

    def wrong(self, bench: Bench, peer: Peer) -> str:
        """Check one response; return what is wrong with it, or nothing."""
        status, body = self.ask(bench, peer)
        if status != 200:
            why = bench.site.log_tail(lines=1)
            return f"status {status} ({why[-200:]})"
        return "" if self.right(body) else f"it answers {body[:60]!r}"

    def right(self, body: bytes) -> bool:
        return body == b"hello\n"

    def cells(self) -> list[Cell]:
        raise NotImplementedError

    def end(self, keep: bool) -> None:
        """End what the workload started besides the peers; keep its logs, or
        not.
        """

    def table(self, results: dict[Peer, Result]) -> str:
        return load(results, self.size)

    def tables(self, outcomes: list[Outcome]) -> str:
        """Lay out all cells, one after the other."""
        return "\n".join(
            f"### {outcome.cell.label}\n\n{self.table(outcome.results)}"
            for outcome in outcomes
        )

    def draw(self, path: Path, outcomes: list[Outcome]) -> None:
        """Plot a `plotted` workload."""
        plot.bars(path, self.title, outcomes)


class Load(Workload):
    """The same request repeatedly, with several numbers of connections."""

    connections: tuple[int, ...] = (1, 8, 32)
    judged: tuple[int, ...] = ()  # the numbers that goals depend on; (): all
    least = 1  # seconds of a measurement
    warms = True
    asked: dict[str, int] = {}  # noqa: RUF012 # never changed

    def lasts(self, seconds: int) -> float:
        return max(seconds, self.least) + PAUSE

    def cells(self) -> list[Cell]:
        """Return a cell for each number of connections. The largest one warms
        all.
        """
        most = max(self.connections)
        judged = self.judged or self.connections
        return [
            Cell(
                connections_label(n),
                self.measuring(n),
                warms=self.warms and n == most,
                judged=n in judged,
            )
            for n in self.connections
        ]

    def measuring(self, connections: int) -> Callable[[Bench, Peer], Sample]:
        def measure(bench: Bench, peer: Peer) -> Sample:
            url = bench.base + self.path(peer)
            seconds = max(bench.seconds, self.least)
            return client.wrk(
                bench.meter, url, connections, seconds, **self.asked
            )

        return measure


def connections_label(number: int) -> str:
    return f"{number} connection" + ("" if number == 1 else "s")
