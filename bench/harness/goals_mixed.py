# SPDX-License-Identifier: Apache-2.0
"""The goals of quick requests beside slow ones; pure."""

from __future__ import annotations

from .goal import Goal, View, line
from .workload import connections_label as label

# The most that p99 and p99.9 may be, by the connections.
ASKED = {
    "1000:s200": {8: (1.3, 2.0), 32: (1.3, 2.5), 128: (1.3, 2.0)},
    "200:s50": {8: (1.5, 2.0), 32: (1.9, 2.0), 128: (None, 2.0)},
    "200:c50": {8: (1.3, 2.0), 32: (1.3, 2.0)},
    "uniform": {8: (None, None), 32: (None, None), 128: (None, None)},
}
FIGURES = {"p99": "p99", "p999": "p99.9"}


def mixed(view: View) -> list[list[str]]:
    """Compare with whichever peer has the lowest figure."""
    return [
        line(
            f"quick requests, {mix}, {label(n)}, {FIGURES[figure]}",
            "best peer",
            Goal(most=most),
            view.named("mixed", f"{mix}, {label(n)}", "persist-wsgi"),
            view.least("mixed", f"{mix}, {label(n)}", figure),
            figure,
        )
        for mix, by_connections in ASKED.items()
        for n, limits in by_connections.items()
        for figure, most in zip(FIGURES, limits)
    ]
