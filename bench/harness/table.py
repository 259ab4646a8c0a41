# SPDX-License-Identifier: Apache-2.0
"""Tables in Markdown, and the ratios in them; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .peer import Peer
    from .sample import Result

Results = "dict[Peer, Result]"
HEAD = ["", "language", "where", "requests/s", "× floor", "× best peer"]
HEAD += ["p50 ms", "p99 ms", "CPU µs", "runs", "failures"]


def markdown(rows: list[list[str]]) -> str:
    """Lay out a table. The first row is the head, the first column is text."""
    head, *rest = rows
    line = "| --- |" + " ---: |" * (len(head) - 1)
    return "\n".join([_row(head), line, *map(_row, rest)]) + "\n"


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def best_peer(peer: Peer, results: Results) -> float:
    """Return the rate that `peer` has to beat.

    It is the best rate of the peers outside of httpd, in the same language,
    that are not ours; 0 if there is none.
    """
    rates = [
        result.rate
        for other, result in results.items()
        if other.place == "outside" and other.language == peer.language
    ]
    return max(rates, default=0.0)


def floor(results: Results) -> float:
    """Return the best rate of the floor's handlers, or 0."""
    rates = [r.rate for p, r in results.items() if p.place == "floor"]
    return max(rates, default=0.0)


def ratio(value: float, base: float) -> str:
    """Format how many times `base` the value is.

    >>> ratio(3, 2), ratio(1, 0)
    ('1.50', '–')
    """
    return f"{value / base:.2f}" if base and value else "–"


def failures(result: Result) -> str:
    """Format how many requests failed, and how.

    Kinds of failure that did not occur are left out.
    """
    kinds = result.failures
    if not kinds:
        return "0"
    named = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    return f"**{sum(kinds.values())}** ({named})"


def durations(result: Result) -> list[str]:
    """Format the median and the longest time of all runs, in ms."""
    slowest = max(sample.p99 for sample in result.samples)
    return [f"{result.median('p50') * 1e3:.1f}", f"{slowest * 1e3:.1f}"]


def number(value: float) -> str:
    """Format a rate with three significant digits and separated thousands.

    >>> number(22512.3), number(33.33), number(1.234)
    ('22 500', '33.3', '1.23')
    """
    if value >= 100:
        digits = len(str(int(value)))
        return f"{round(value, 3 - digits):,.0f}".replace(",", " ")
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def load(results: Results, size: int = 0) -> str:
    """Lay out one cell, the fastest peer first. Peers that did not run come
    last.

    size is that of a request or response, for a column of MB/s; 0: no column.
    """
    base = floor(results)
    head = [*HEAD[:4], "MB/s", *HEAD[4:]] if size else HEAD
    ran = [item for item in results.items() if item[1].samples]
    ran.sort(key=lambda item: -item[1].rate)
    rows = [head]
    for peer, result in ran:
        rate = result.rate
        best = best_peer(peer, results)
        rows.append(
            [
                f"**{peer.title}**" if peer.place == "ours" else peer.title,
                peer.language,
                peer.place,
                number(rate),
                *([number(rate * size / 1e6)] if size else []),
                ratio(rate, base),
                ratio(rate, best),
                f"{result.median('p50') * 1e3:.2f}",
                f"{result.median('p99') * 1e3:.2f}",
                f"{result.median('cpu_each') * 1e6:.1f}",
                str(len(result.samples)),
                failures(result),
            ]
        )
    for peer, result in results.items():
        if not result.samples:
            blank = [""] * (len(head) - 4)
            why = not_measured(result)
            rows.append([peer.title, peer.language, peer.place, *blank, why])
    return markdown(rows)


def not_measured(result: Result) -> str:
    return f"not measured: {result.why_not}"
