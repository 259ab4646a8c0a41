# SPDX-License-Identifier: Apache-2.0
"""A run does as much as fits into its time, and always something."""

from harness.budget import (
    LADDER,
    QUICK,
    Effort,
    Share,
    choose,
    expected,
    fitting,
)
from harness.peer import Peer
from harness.runner import (
    by_server,
    first_round,
    in_turn,
    is_due,
    repeats,
    rounds,
    shares,
)
from harness.workload import PAUSE, Load, Outcome

HELLO = Share(judged=10, others=4, lasts=lambda s: s + 1.0, warm=7.0)


def test_judged_rows_are_repeated_more_often():
    effort = Effort(seconds=2, repeats=5, others=2)
    assert expected(effort, [HELLO], servers=0) == 7 + (50 + 8) * 3.0
    assert expected(effort, [], 2) == 40


def test_the_best_that_fits_is_chosen():
    for effort in LADDER:
        time = expected(effort, [HELLO], 1)
        assert choose(time, [HELLO], 1) == effort
    assert choose(0.0, [HELLO], 1) == LADDER[0]


def test_each_step_takes_longer():
    times = [expected(effort, [HELLO], 1) for effort in LADDER]
    assert times == sorted(set(times))


def test_what_fits_is_a_beginning():
    assert fitting(10.0, [4.0, 4.0, 4.0]) == 2
    assert fitting(10.0, [4.0, 6.0]) == 2
    assert fitting(3.0, [4.0, 1.0]) == 0
    assert fitting(3.0, []) == 0


class Named(Peer):
    def __init__(self, name, works):
        self.name, self.works = name, works


class Two(Load):
    connections = (1, 8)
    least = 2

    def judges(self, peer):
        return peer.name == "a"


A, B = Named("a", {"hello"}), Named("b", {"hello"})


def test_a_workload_tells_what_it_has():
    (share,) = shares([Two()], [A, B, Named("c", set())])
    assert (share.judged, share.others) == (2, 2)
    assert share.lasts(1) == 2 + PAUSE
    assert share.warm == 2 * (2 + PAUSE)  # the larger cell warms for both


def test_a_quick_run_has_the_rows_with_goals_once():
    workload = Two()
    workload.often = lambda peer: {A: 3}[peer]
    assert first_round(workload, [A, B]) == 2 * (2 + PAUSE)
    assert times(workload, QUICK) == [[3, 0], [3, 0]]
    first, *_ = rounds(
        [Outcome(workload, cell, {}) for cell in workload.cells()],
        [A, B],
        QUICK,
    )
    assert [peer.name for _, peer in first] == ["a", "a"]


def times(workload, effort):
    """Return how often each row is measured, cell by cell."""
    return [
        [repeats(workload, cell, peer, effort) for peer in (A, B)]
        for cell in workload.cells()
    ]


def test_repeats_are_those_of_the_row():
    assert times(Two(), Effort(1, 5, 2)) == [[5, 2], [5, 2]]


def test_what_is_judged_may_be_repeated_more_often():
    workload = Two()
    workload.often = lambda peer: {A: 3}[peer]
    assert times(workload, Effort(1, 5, 2)) == [[15, 2], [15, 2]]
    (share,) = shares([workload], [A, B])
    assert (share.judged, share.others) == (6, 2)


def test_a_cell_that_no_goal_is_about_is_not_repeated():
    workload = Two()
    workload.judged = (8,)
    assert times(workload, Effort(1, 5, 2)) == [[2, 2], [5, 2]]
    (share,) = shares([workload], [A, B])
    assert (share.judged, share.others) == (1, 3)


def test_what_is_measured_less_often_is_spread_over_all_rounds():
    def due(rounds, times):
        return [n for n in range(rounds) if is_due(n, rounds, times)]

    assert due(4, 4) == [0, 1, 2, 3]
    assert due(8, 4) == [0, 2, 4, 6]
    assert due(6, 4) == [0, 2, 3, 5]
    assert due(8, 1) == [0]  # once, even when time is short
    assert due(8, 0) == []


def test_rounds_have_each_as_often_as_it_is_worth():
    workload = Two()
    cells = [Outcome(workload, cell, {}) for cell in workload.cells()]
    found = [
        [(outcome.cell.label, peer.name) for outcome, peer in turn]
        for turn in rounds(cells, [A, B], Effort(1, 4, 2))
    ]
    one, eight = "1 connection", "8 connections"
    both = [(one, "a"), (one, "b"), (eight, "a"), (eight, "b")]
    only = [(one, "a"), (eight, "a")]
    assert [sorted(turn) for turn in found] == [both, only, both, only]
    assert {turn[0][0] for turn in found} == {one, eight}
    assert rounds(cells, [], Effort(1, 4, 2)) == []


def test_none_always_follows_the_same():
    orders = [in_turn([1, 2, 3], repeat) for repeat in range(12)]
    assert all(sorted(order) == [1, 2, 3] for order in orders)
    assert {pair for order in orders for pair in zip(order, order[1:])} == {
        (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)
    }  # fmt: skip
    assert orders == [in_turn([1, 2, 3], repeat) for repeat in range(12)]
    assert in_turn([], 1) == []


def test_equal_settings_share_a_server():
    one, two, three = Two(), Two(), Two()
    two.settings = "PersistWorkers 1 1"
    groups = by_server([one, two, three])
    assert groups == [("", [one, three]), (two.settings, [two])]
