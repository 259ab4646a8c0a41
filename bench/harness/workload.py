# SPDX-License-Identifier: Apache-2.0
"""Workload: what is asked of all peers. Each file in workloads/ has some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable

from . import client
from .table import load

if TYPE_CHECKING:
    from .peer import Peer
    from .sample import Result, Sample
    from .site import Site
    from .tree import Meter


@dataclass
class Bench:
    """What a measurement has at hand."""

    site: Site
    meter: Meter
    seconds: int  # of one measurement
    quick: bool

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.site.port}"


@dataclass
class Cell:
    """One table: what is measured, of each peer, again and again."""

    label: str
    measure: Callable[[Bench, Peer], Sample]


class Workload:
    """A title, the cells, and which peers take part.

    settings go into httpd.conf; workloads with the same ones share a server.
    """

    name = ""
    title = ""
    work = "hello"
    about = ""
    settings = ""
    plotted = False
    size = 0  # bytes of a request or answer; shown as MB/s

    def takes(self, peer: Peer) -> bool:
        return self.work in peer.works

    def path(self, peer: Peer) -> str:
        return peer.url(self.work)

    def ask(self, bench: Bench, peer: Peer) -> tuple[int, bytes]:
        return bench.site.answers(self.path(peer))

    def wrong(self, bench: Bench, peer: Peer) -> str:
        """Look at one answer; say what is wrong with it, or nothing."""
        status, body = self.ask(bench, peer)
        if status != 200:
            why = bench.site.log_tail(lines=1)
            return f"status {status} ({why[-200:]})"
        return "" if self.right(body) else f"it answers {body[:60]!r}"

    def right(self, body: bytes) -> bool:
        return body == b"hello\n"

    def cells(self, bench: Bench) -> list[Cell]:
        raise NotImplementedError

    def table(self, results: dict[Peer, Result]) -> str:
        return load(results, self.size)


class Load(Workload):
    """The same request over and over, at some numbers of connections."""

    connections: tuple[int, ...] = (1, 8, 32)
    asked: dict[str, int] = {}  # noqa: RUF012 # never changed

    def cells(self, bench: Bench) -> list[Cell]:
        return [self.cell(n) for n in self.connections]

    def cell(self, connections: int) -> Cell:
        def measure(bench: Bench, peer: Peer) -> Sample:
            url = bench.base + self.path(peer)
            return client.wrk(
                bench.meter, url, connections, bench.seconds, **self.asked
            )

        return Cell(connections_label(connections), measure)


def connections_label(number: int) -> str:
    return f"{number} connection" + ("" if number == 1 else "s")
