# SPDX-License-Identifier: Apache-2.0
"""A goal: a ratio of two figures of a run, and its row in the report; pure.

Each line has both sides of a ratio. "Best" is always the best of this run. A
bound is the ratio of a minimal program that does less work in the same place.
If the bound misses the goal too, the verdict mentions it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .table import number

if TYPE_CHECKING:
    from .peer import Peer
    from .sample import Result
    from .workload import Outcome

HEAD = ["work", "against", "goal", "bound", "ours", "theirs", "ratio", "met"]
# A peer's title and result. None: the peer has none. (): the run does not have
# the workload.
Side = "tuple[str, Result] | tuple[()] | None"


@dataclass
class Goal:
    """Limits for ours divided by theirs. None: no limit."""

    least: float | None = None
    most: float | None = None

    def __str__(self) -> str:
        bounds = []
        if self.least is not None:
            bounds.append(f"≥ {self.least:g}×")
        if self.most is not None:
            bounds.append(f"≤ {self.most:g}×")
        return " and ".join(bounds) or "shown"

    def meets(self, ratio: float) -> bool:
        low = self.least is not None and ratio < self.least
        return not low and (self.most is None or ratio <= self.most)

    def verdict(self, ratio: float, bound: float | None = None) -> str:
        """Return whether the ratio meets the goal. The ratio is not rounded.

        >>> Goal(0.9).verdict(0.899), Goal(most=1.1).verdict(1.1), str(Goal())
        ('**no**', 'yes', 'shown')
        >>> Goal(1.4).verdict(1.2, 1.39), Goal(1.4).verdict(1.2, 1.41)
        ('no, nor the bound', '**no**')
        """
        if self.least is None and self.most is None:
            return "–"
        if self.meets(ratio):
            return "yes"
        if bound is not None and not self.meets(bound):
            return "no, nor the bound"
        return "**no**"


class View:
    """The results of a run, found by names."""

    def __init__(self, outcomes: list[Outcome]) -> None:
        self.cells = {
            (outcome.workload.name, outcome.cell.label): outcome.results
            for outcome in outcomes
        }
        self.workloads = {workload for workload, _ in self.cells}

    def results(self, workload: str, cell: str) -> dict[Peer, Result]:
        """Return the results of the peers that were measured."""
        found = self.cells.get((workload, cell), {})
        return {p: result for p, result in found.items() if result.samples}

    def named(self, workload: str, cell: str, *names: str) -> Side:
        """Return the fastest of the named peers."""
        return self._fastest(workload, cell, lambda peer: peer.name in names)

    def best(self, workload: str, cell: str, language: str = "") -> Side:
        """Return the fastest peer outside of httpd that is not ours."""
        return self._fastest(
            workload,
            cell,
            lambda peer: (
                peer.place == "outside" and language in ("", peer.language)
            ),
        )

    def least(self, workload: str, cell: str, figure: str) -> Side:
        """Return the peer outside of httpd, not ours, whose figure is the
        lowest.
        """
        if workload not in self.workloads:
            return ()
        sides = self._sides(workload, cell, lambda p: p.place == "outside")
        return min(sides, key=lambda s: s[1].median(figure), default=None)

    def _fastest(self, workload, cell, wanted) -> Side:
        if workload not in self.workloads:
            return ()
        sides = self._sides(workload, cell, wanted)
        return max(sides, key=lambda s: s[1].rate, default=None)

    def _sides(self, workload, cell, wanted) -> list[tuple[str, Result]]:
        return [
            (peer.title, result)
            for peer, result in self.results(workload, cell).items()
            if wanted(peer)
        ]


# ---- how a figure is written


def per_second(value: float) -> str:
    return f"{number(value)}/s"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


# The formats, by the name of the figure in a sample.
WRITTEN = {"rate": per_second, "p50": milliseconds, "p99": milliseconds}
WRITTEN |= {"p999": milliseconds, "cpu_each": microseconds}


def line(
    work: str,
    against: str,
    goal: Goal,
    ours: Side,
    theirs: Side,
    figure: str = "rate",
    bound: Bound | None = None,
) -> list[str]:
    """Return a row, which is empty if the run does not have the workload. A
    measurement with failures of ours meets no goal.
    """
    limit = str(bound or "")
    if not ours or not theirs:
        missing = [work, against, str(goal), limit, "", "", "", "not measured"]
        return [] if () in (ours, theirs) else missing
    if theirs[0] != against:
        against = f"{against}: {theirs[0]}"
    here, there = ours[1].median(figure), theirs[1].median(figure)
    written = WRITTEN[figure]
    row = [work, against, str(goal), limit, written(here), written(there)]
    if not there:
        return [*row, "", "not measured"]
    verdict = goal.verdict(here / there, bound and bound.ratio)
    failed = sum(ours[1].failures.values())
    if failed:
        verdict = f"**no**: {failed} of ours failed"
    error = error_of(figure, ours[1], theirs[1])
    return [*row, with_error(here / there, error), verdict]


def added(work: str, most: float, ours: Side, theirs: Side) -> list[str]:
    """Return a row for the CPU time that one of ours takes more than another.

    most is in seconds. The row is empty if the run does not have the workload.
    """
    limit = f"≤ +{microseconds(most)}"
    if not ours or not theirs:
        missing = [work, "our own", limit, "", "", "", "", "not measured"]
        return [] if () in (ours, theirs) else missing
    here, there = ours[1].median("cpu_each"), theirs[1].median("cpu_each")
    verdict = "yes" if here - there <= most else "**no**"
    difference = f"{(here - there) * 1e6:+.1f} µs"
    return [
        work,
        f"our own: {theirs[0]}",
        limit,
        "",
        microseconds(here),
        microseconds(there),
        difference,
        verdict,
    ]


def within(work: str, most: float, ours: Side, beside: Side) -> list[str]:
    """Return a row for the CPU time of ours, which is bounded by `most`
    seconds; what stands beside it is shown.

    The row is empty if the run does not have the workload.
    """
    limit = f"≤ {microseconds(most)}"
    if not ours:
        missing = [work, "", limit, "", "", "", "", "not measured"]
        return [] if ours == () else missing
    here = ours[1].median("cpu_each")
    there = beside[1].median("cpu_each") if beside else 0.0
    return [
        work,
        f"beside: {beside[0]}" if beside else "",
        limit,
        "",
        microseconds(here),
        microseconds(there) if there else "",
        f"{here / there:.2f}" if there else "",
        "yes" if here <= most else "**no**",
    ]


def error_of(name: str, ours: Result, theirs: Result) -> float | None:
    """Return the standard error of a ratio of two medians, as a share of it."""
    here, there = ours.error(name), theirs.error(name)
    if here is None or there is None:
        return None
    return math.hypot(here, there)


def with_error(ratio: float, error: float | None) -> str:
    """Format a ratio.

    >>> with_error(1.4, 0.05), with_error(1.4, None)
    ('1.40 ± 0.07', '1.40')
    """
    suffix = "" if error is None else f" ± {ratio * error:.2f}"
    return f"{ratio:.2f}{suffix}"


@dataclass
class Bound:
    """A minimal program that does less work than ours in the same place, and
    the ratio that it reaches.
    """

    title: str
    ratio: float
    error: float | None = None

    def __str__(self) -> str:
        return f"{self.title}: {with_error(self.ratio, self.error)}"


def bounded_by(
    side: Side, theirs: Side, figure: str = "rate", times: int = 1
) -> Bound | None:
    """Return a bound of a figure if both sides were measured.

    times: how many programs like `side` can run at once.
    """
    if not side or not theirs or not theirs[1].median(figure):
        return None
    ratio = times * side[1].median(figure) / theirs[1].median(figure)
    return Bound(side[0], ratio, error_of(figure, side[1], theirs[1]))
