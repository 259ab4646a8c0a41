# SPDX-License-Identifier: Apache-2.0
"""How long and how often to measure so that a run ends in time; pure."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Callable

# Seconds that it takes to start and to stop a server with everything behind it.
START = 20.0


@dataclass(frozen=True)
class Effort:
    """The effort for each measurement: its seconds, `repeats` for rows that
    decide about a goal, and `others` for all other rows.
    """

    seconds: int
    repeats: int
    others: int


# Only rows that decide about a goal, and each once.
QUICK = Effort(1, 1, 0)

# From the smallest effort that still gives honest figures to the best.
LADDER = (
    Effort(1, 1, 1),
    Effort(1, 2, 1),
    Effort(1, 3, 1),
    Effort(2, 3, 1),
    Effort(2, 4, 1),
    Effort(2, 5, 1),
    Effort(2, 5, 2),
    Effort(3, 5, 2),
    Effort(3, 5, 3),
    Effort(3, 5, 5),
)


@dataclass(frozen=True)
class Share:
    """A workload's part of the run: the number of its rows (a cell of a peer).
    Rows that the workload measures more often count as many times more.
    """

    judged: int
    others: int
    lasts: Callable[[int], float]  # of one measurement, by the wanted seconds
    warm: float = 0.0  # everything before the first measurement


def expected(effort: Effort, shares: list[Share], servers: int) -> float:
    """Return the seconds that a run takes."""
    seconds = servers * START
    for share in shares:
        times = share.judged * effort.repeats + share.others * effort.others
        seconds += share.warm + times * share.lasts(effort.seconds)
    return seconds


def fitting(within: float, costs: list[float]) -> int:
    """Return how many of these, from the first on, end within so many
    seconds.
    """
    spent = list(itertools.accumulate(costs))
    return sum(seconds <= within for seconds in spent)


def choose(within: float, shares: list[Share], servers: int) -> Effort:
    """Return the best effort that ends within so many seconds, or the smallest
    one if none does.
    """
    fits = [e for e in LADDER if expected(e, shares, servers) <= within]
    return fits[-1] if fits else LADDER[0]
