# SPDX-License-Identifier: Apache-2.0
"""Ours from other builds are rows of their own, compared with this build's."""

from harness import beside
from harness.peer import Peer
from harness.sample import Result, Sample
from harness.workload import Bench, Cell, Outcome, Workload


class Named(Peer):
    def __init__(self, name, place):
        self.name = self.title = name
        self.place = place


OURS = Named("ours", "ours")
THEIRS = Named("theirs", "outside")


def test_ours_are_there_again():
    (before, again) = beside.again(
        [OURS, THEIRS], ["before=/old", "again=/new=1"]
    )
    assert (before.name, before.build, before.twin) == (
        "ours-before",
        "/old",
        "ours",
    )
    assert (again.name, again.build) == ("ours-again", "/new=1")
    assert before.url("hello") == "/ours-before"
    assert OURS.build == ""


def test_each_build_has_a_server():
    bench = Bench("here", None, 1, False, {"/old": "there"})
    (before,) = beside.again([OURS], ["before=/old"])
    assert bench.of(before).site == "there"
    assert bench.of(OURS).site == "here"


def test_figures_are_compared():
    workload = Workload()
    workload.name = "mixed"
    (before,) = beside.again([OURS], ["before=/old"])
    results = {
        OURS: Result([Sample(200, 1, 0.001, 0.002, p999=0.003)]),
        before: Result([Sample(100, 1, 0.001, 0.004, p999=0.012)]),
    }
    outcome = Outcome(workload, Cell("8 connections", None), results)
    rows = beside.table([outcome]).splitlines()[2:]
    assert len(rows) == 4
    assert "| mixed, 8 connections |" in rows[0]
    assert "| 2.00 | – |" in rows[0]
    assert "p99.9" in rows[3]
    assert "| 0.25 |" in rows[3]
    results[before] = Result(why_not="it did not start")
    assert beside.table([outcome]) == ""
