# SPDX-License-Identifier: Apache-2.0
"""Quick requests are compared with the peer that has the lowest figure."""

from harness.goal import View
from harness.goals_mixed import mixed
from harness.peer import Peer
from harness.sample import Result, Sample
from harness.workload import Cell, Outcome
from workloads.mixed import MIXES, Mixed


class Named(Peer):
    def __init__(self, name, place):
        self.name = self.title = name
        self.place = place


OURS = Named("persist-wsgi", "ours")
FAST = Named("fast", "outside")
STEADY = Named("steady", "outside")


def at(rate, p99, p999):
    extra = {"slow": 1, "slow_p50": 0.2}
    return Result([Sample(rate, 1, 0.001, p99, extra=extra, p999=p999)])


def outcome(cell):
    results = {
        OURS: at(1500, 0.006, 0.015),
        FAST: at(2000, 0.005, 0.010),
        STEADY: at(1000, 0.004, 0.020),
    }
    return Outcome(Mixed(), cell, results)


def rows_of(label):
    rows = mixed(View([outcome(Cell(label, None))]))
    return [row for row in rows if f", {label}," in row[0]]


def test_each_figure_has_a_best_peer_of_its_own():
    p99, p999 = rows_of("200:s50, 8 connections")
    assert p99[1:3] == ["best peer: steady", "≤ 1.5×"]
    assert p99[-2:] == ["1.50", "yes"]
    assert p999[1:3] == ["best peer: fast", "≤ 2×"]
    assert p999[-2:] == ["1.50", "yes"]


def test_what_has_no_goal_is_shown():
    p99, p999 = rows_of("uniform, 32 connections")
    assert p99[2] == p999[2] == "shown"


def test_each_cell_has_its_goals():
    workload = Mixed()
    labels = {cell.label for cell in workload.cells()}
    rows = mixed(View([outcome(cell) for cell in workload.cells()]))
    assert len(rows) == 2 * len(labels)
    assert all(row[-1] != "not measured" for row in rows)
    assert {label.split(",")[0] for label in labels} == set(MIXES)


def test_a_table_shows_the_times_of_the_quick_ones():
    cell = Cell("uniform, 8 connections", None)
    table = Mixed().table(outcome(cell).results)
    assert (
        "| **persist-wsgi** | 1 500 | 1.00 | 6.00 | 15.00 | 200.00 |" in table
    )
