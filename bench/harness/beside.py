# SPDX-License-Identifier: Apache-2.0
"""The same peers of ours from other builds, in the same run: the version before
a change, or the same build again, which shows by how much equals differ; pure.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from .goal import HEAD, Goal, line
from .table import markdown

if TYPE_CHECKING:
    from .peer import Peer
    from .workload import Outcome

FIGURES = {"rate": "", "p50": ", p50", "p99": ", p99", "p999": ", p99.9"}


def again(peers: list[Peer], asked: list[str]) -> list[Peer]:
    """Return ours once more for each NAME=BUILD that is asked for."""
    return [
        _from(peer, *word.split("=", 1))
        for word in asked
        for peer in peers
        if peer.place == "ours"
    ]


def _from(peer: Peer, label: str, build: str) -> Peer:
    other = copy.copy(peer)
    other.name = f"{peer.name}-{label}"
    other.title = f"{peer.title} ({label})"
    other.worker = ""
    other.twin = peer.name
    other.build = build
    return other


def table(outcomes: list[Outcome]) -> str:
    """Lay out how ours compare with the same from other builds."""
    rows = [row for outcome in outcomes for row in _rows(outcome)]
    return markdown([HEAD, *rows]) if rows else ""


def _rows(outcome: Outcome) -> list[list[str]]:
    by_name = {
        peer.name: (peer.title, result)
        for peer, result in outcome.results.items()
        if result.samples
    }
    return [
        line(
            f"{outcome.workload.name}, {outcome.cell.label}{suffix}",
            "other build",
            Goal(),
            by_name[peer.twin],
            by_name[peer.name],
            figure,
        )
        for peer in outcome.results
        if peer.build and {peer.name, peer.twin} <= by_name.keys()
        for figure, suffix in FIGURES.items()
        if by_name[peer.name][1].median(figure)
    ]
