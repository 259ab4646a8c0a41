# SPDX-License-Identifier: Apache-2.0
"""Tables show ratios to the right rows, all failures, and missing peers."""

import pytest
from harness.peer import Peer
from harness.sample import Result, Sample
from harness.table import (
    best_peer,
    durations,
    floor,
    load,
    markdown,
    number,
    ratio,
)


class Named(Peer):
    def __init__(self, title, language, place):
        self.name = self.title = title
        self.language, self.place = language, place


FLOOR = Named("floor", "C", "floor")
INSIDE = Named("inside", "Python", "inside")
SLOW = Named("slow", "Python", "outside")
OTHER = Named("other", "Ruby", "outside")
OURS = Named("ours", "Python", "ours")


def at(rate, **failures):
    return Result([Sample(rate, 1, 0.001, 0.002, 0.5, failures)])


@pytest.fixture
def results():
    return {
        OURS: at(2000),
        FLOOR: at(4000),
        INSIDE: at(3000),
        SLOW: at(1000, read=3),
        OTHER: at(8000),
    }


def row(table, title):
    return next(line for line in table.splitlines() if title in line)


def test_the_best_peer_is_outside_and_of_the_same_language(results):
    assert best_peer(OURS, results) == 1000
    assert best_peer(FLOOR, results) == 0
    assert floor(results) == 4000


def test_rows_are_ordered_and_ours_stand_out(results):
    table = load(results)
    titles = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    assert titles == ["other", "floor", "inside", "**ours**", "slow"]
    assert "| 2 000 | 0.50 | 2.00 |" in row(table, "ours")


def test_failures_are_shown(results):
    assert "**3** (read 3)" in row(load(results), "slow")


def test_what_did_not_run_says_why(results):
    results[SLOW] = Result(why_not="uwsgi is not installed")
    table = load(results)
    assert "uwsgi is not installed" in table.splitlines()[-1]
    assert "| 2 000 | 0.50 | – |" in row(table, "ours")


def test_every_row_is_as_wide_as_the_head(results):
    results[SLOW] = Result(why_not="a | b")
    widths = {
        line.replace("\\|", "").count("|")
        for line in load(results).splitlines()
    }
    assert len(widths) == 1


def test_sizes_add_megabytes(results):
    table = load(results, size=2_000_000)
    assert "| requests/s | MB/s |" in table
    assert "| 2 000 | 4 000 |" in row(table, "ours")


def test_numbers_have_three_digits():
    assert [number(n) for n in (0, 1.234, 33.33, 893.4, 22512)] == [
        "0.00",
        "1.23",
        "33.3",
        "893",
        "22 500",
    ]
    assert ratio(3, 2) == "1.50"
    assert ratio(3, 0) == "–"


def test_a_table_is_markdown():
    assert markdown([["a", "b"], ["c", "d"]]) == (
        "| a | b |\n| --- | ---: |\n| c | d |\n"
    )


def test_durations_are_the_median_and_the_longest_of_all_runs():
    runs = [
        Sample(1, 1, p50, p99, 0, {})
        for p50, p99 in ((0.002, 0.009), (0.003, 0.004), (0.001, 0.005))
    ]
    assert durations(Result(runs)) == ["2.0", "9.0"]
