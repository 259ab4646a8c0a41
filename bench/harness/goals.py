# SPDX-License-Identifier: Apache-2.0
"""The goals of mod_persist, and whether a run meets them; pure.

Each line has both sides of a ratio. "Best" is always the best of this run. A
bound is the ratio of a minimal program that does less work in the same place.
If the bound misses the goal too, the verdict mentions it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .table import markdown, number
from .workload import connections_label as label

if TYPE_CHECKING:
    from .peer import Peer
    from .sample import Result
    from .workload import Outcome

HEAD = ["work", "against", "goal", "bound", "ours", "theirs", "ratio", "met"]
Side = "tuple[str, Result] | None"


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

    def _fastest(self, workload, cell, wanted) -> Side:
        sides = [
            (peer.title, result)
            for peer, result in self.results(workload, cell).items()
            if wanted(peer)
        ]
        return max(sides, key=lambda s: s[1].rate, default=None)


# ---- how a figure is written


def per_second(value: float) -> str:
    return f"{number(value)}/s"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


# The formats, by the name of the figure in a sample.
WRITTEN = {"rate": per_second, "p99": milliseconds, "cpu_each": microseconds}


def line(
    work: str,
    against: str,
    goal: Goal,
    ours: Side,
    theirs: Side,
    figure: str = "rate",
    bound: Bound | None = None,
) -> list[str]:
    """Return a row. A measurement with failures of ours meets no goal."""
    limit = str(bound or "")
    if not ours or not theirs:
        return [work, against, str(goal), limit, "", "", "", "not measured"]
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


def bounded_by(side: Side, theirs: Side) -> Bound | None:
    """Return a bound of rates if both sides were measured."""
    if not side or not theirs or not theirs[1].rate:
        return None
    ratio = side[1].rate / theirs[1].rate
    return Bound(side[0], ratio, error_of("rate", side[1], theirs[1]))


# ---- the goals


def hello(view: View) -> list[list[str]]:
    rows = []

    def each(name, language, theirs, against, least, figure="rate", less=()):
        most = figure == "p99"
        of = ", p99" if most else ""
        for connections, goal in zip((1, 8, 32), least):
            cell = label(connections)
            rows.append(
                line(
                    f"hello, {language}, {cell}{of}",
                    against,
                    Goal(most=goal) if most else Goal(goal),
                    view.named("hello", cell, name),
                    theirs(cell),
                    figure,
                    bounded_by(view.named("hello", cell, *less), theirs(cell)),
                )
            )

    def named(name):
        return lambda cell: view.named("hello", cell, name)

    def best(language):
        return lambda cell: view.best("hello", cell, language)

    python, c, ruby = "persist-python", "persist-c", "persist-ruby"
    bare, bare_python = "bare", "bare-python"
    outside, inside = "best out-of-process", "in-process"
    each(
        python,
        "Python",
        best("Python"),
        outside,
        (2.5, 1.4, 1.25),
        less=(bare, bare_python),
    )
    each(python, "Python", best("Python"), outside, (1, 1, 1), "p99")
    each(
        python,
        "Python",
        named("wsgi-embedded"),
        inside,
        (0.9, 0.9, 0.75),
        less=(bare, bare_python),
    )
    each(c, "C", named(bare), "shortest path", (0.9, 0.9, 0.9))
    each(c, "C", named("floor-flush"), inside, (None, None, None))
    each(
        python,
        "Python",
        named(c),
        "our own",
        (0.85, 0.85, 0.85),
        less=(bare_python,),
    )
    each(ruby, "Ruby", best("Ruby"), outside, (2.0, 1.3, 1.4), less=(bare,))
    return rows


def environment(view: View) -> list[list[str]]:
    return [
        line(
            f"environment dump, Ruby, {label(n)}",
            "the same script",
            Goal(300),
            view.named("environment", label(n), "persist-ruby"),
            view.named("environment", label(n), "cgid-ruby"),
        )
        for n in (4, 32)
    ]


def large(view: View) -> list[list[str]]:
    """Compare with the best peer in any language: bytes are bytes."""
    rows = [
        line(
            f"1 MiB response, Python, {label(n)}",
            "best out-of-process",
            Goal(2.0),
            view.named("1mib", label(n), "persist-python"),
            view.best("1mib", label(n)),
            bound=bounded_by(
                view.named("1mib", label(n), "bare"),
                view.best("1mib", label(n)),
            ),
        )
        for n in (1, 8)
    ]
    for name, language in (("persist-c", "C"), ("persist-python", "Python")):
        rows.append(
            line(
                f"200 MiB upload, {language}",
                "best out-of-process",
                Goal(1.0),
                view.named("upload", label(1), name),
                view.best("upload", label(1)),
            )
        )
    return rows


def personal(view: View) -> list[list[str]]:
    ours = view.named("personal", "cache", "persist-affinity")
    bare = view.named("personal", "cache", "bare-python")
    return [
        line(
            "personalised content, affinity + cache",
            f"in-process API ({what})",
            Goal(3.0),
            ours,
            view.named("personal", cell, "wsgi-embedded"),
            bound=bounded_by(
                bare, view.named("personal", cell, "wsgi-embedded")
            ),
        )
        for cell, what in (
            ("opened", "no cache, no kept connection"),
            ("kept", "no cache, a kept connection"),
        )
    ]


def pools(view: View) -> list[list[str]]:
    def of(scripts, way):
        return view.named("pools", f"{scripts}, {way}", "persist-c")

    return [
        line(
            f"request to one of 1000 scripts, CPU, {way}",
            "one of 1",
            Goal(most=1.1),
            of("1000 scripts", way),
            of("1 script", way),
            "cpu_each",
            exchanges(of("1000 scripts", way), of("1 script", way)),
        )
        for way in ("always the same", "in turn")
    ]


def exchanges(many: Side, one: Side) -> Bound | None:
    """Return the bound for many scripts: the cost with one script plus what a
    bare exchange costs more with many processes.
    """
    alone = one[1].median("cpu_each") if one else 0.0
    if not many or not alone:
        return None
    bare = [side[1].samples[-1].extra.get("bare", 0.0) for side in (many, one)]
    more = bare[0] - bare[1]
    return Bound("bare exchange", 1 + more / alone) if all(bare) else None


def crowd(view: View) -> list[list[str]]:
    """Nothing may fail, and the rate must be that of 32 connections."""

    def of(connections, name):
        return view.named("concurrency", label(connections), name)

    return [
        line(
            f"1000 connections, 4 workers, {language}",
            "32 connections",
            Goal(0.85, 1.15),
            of(1000, name),
            of(32, name),
            bound=bounded_by(of(1000, less), of(32, less)),
        )
        for language, name, less in (
            ("C", "persist-c", "bare"),
            ("Python", "persist-python", "bare-python"),
            ("Ruby", "persist-ruby", "bare"),
        )
    ]


def table(outcomes: list[Outcome]) -> str:
    """Lay out all goals."""
    view = View(outcomes)
    parts = (hello, environment, large, personal, pools, crowd)
    return markdown([HEAD, *(row for part in parts for row in part(view))])
