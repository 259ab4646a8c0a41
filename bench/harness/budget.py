# SPDX-License-Identifier: Apache-2.0
"""How long and how often to measure, so that it ends in time; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

# What a server takes to start, and to end, with all that is behind it.
START = 20.0


@dataclass(frozen=True)
class Effort:
    """What each measurement is worth: of `repeats` for rows that a goal is
    judged by, and of `others` for all others."""

    seconds: int
    repeats: int
    others: int


# From the least that is honest to the best.
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
    """A workload's part of the run: how many cells of how many peers, those
    that it measures more often as many times more."""

    judged: int
    others: int
    lasts: Callable[[int], float]  # one, by the seconds that are wanted
    warm: float = 0.0  # all that comes before the first measurement


def expected(effort: Effort, shares: list[Share], servers: int) -> float:
    """Give the seconds that a run takes."""
    seconds = servers * START
    for share in shares:
        times = share.judged * effort.repeats + share.others * effort.others
        seconds += share.warm + times * share.lasts(effort.seconds)
    return seconds


def choose(within: float, shares: list[Share], servers: int) -> Effort:
    """Give the best effort that ends within so many seconds; else the least."""
    fits = [e for e in LADDER if expected(e, shares, servers) <= within]
    return fits[-1] if fits else LADDER[0]
