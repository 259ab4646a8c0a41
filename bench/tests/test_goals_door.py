# SPDX-License-Identifier: Apache-2.0
"""persist-cgi is judged by the same script, by the latency that is not the
worker's, and by the CPU time of its process.
"""

import pytest
from harness.goal import View, within
from harness.goals_door import door
from harness.peer import Peer
from harness.sample import Result, Sample
from harness.workload import Cell, Outcome, Workload
from peers import door as peers
from peers.programs import PEERS as PROGRAMS
from workloads import door as workloads
from workloads.environment import Environment
from workloads.hello import Hello
from workloads.setup import Setup


class Named(Peer):
    def __init__(self, name):
        self.name = self.title = name


def outcome(label, **results):
    workload = Workload()
    workload.name = "door"
    named = {
        Named(name.replace("_", "-")): Result([sample])
        for name, sample in results.items()
    }
    return Outcome(workload, Cell(label, None), named)


def at(rate=100, p50=0.001, cpu=0.0):
    return Sample(rate, 1, p50, 2 * p50, cpu)


def found(outcomes, words):
    (row,) = [r for r in door(View(outcomes)) if r[0].startswith(words)]
    return row


def test_a_script_is_compared_with_itself_as_a_plain_program():
    rates = {"door_ruby": at(1199), "plain_ruby": at(100)}
    measured = [outcome("environment, 4 connections", **rates)]
    row = found(measured, "persist-cgi, environment dump, Ruby")
    assert row[1:3] == ["mod_cgid: plain-ruby", "≥ 12×"]
    assert row[-2:] == ["11.99", "**no**"]


@pytest.mark.parametrize(
    ("ours", "verdict"), [(0.00449, "yes"), (0.00451, "**no**")]
)
def test_the_workers_time_is_taken_off(ours, verdict):
    measured = [
        outcome(
            "word path, 1 connection",
            exec_c=at(p50=0.002),
            persist_word_path=at(p50=0.002),
            door_word_path=at(p50=ours),
        )
    ]
    row = found(measured, "door-word-path, word path, 1 connection")
    assert row[2] == "≤ 1.25×"
    assert row[-1] == verdict


def test_without_the_modules_time_there_is_no_verdict():
    measured = [
        outcome(
            "word path, 1 connection", exec_c=at(), door_word_path=at(p50=9)
        )
    ]
    row = found(measured, "door-word-path, word path, 1 connection")
    assert row[-1] == "not measured"


def test_the_cpu_time_of_a_process_has_a_bound_of_its_own():
    ours, beside = at(100, cpu=0.1), at(100, cpu=0.05)
    measured = [outcome("one process at a time", door_c=ours, process=beside)]
    row = found(measured, "persist-cgi, CPU")
    assert row[1:] == [
        "beside: process",
        "≤ 1000.0 µs",
        "",
        "1000.0 µs",
        "500.0 µs",
        "2.00",
        "yes",
    ]
    over = ("o", Result([at(100, cpu=0.1001)]))
    assert within("x", 1e-3, over, None)[-1] == "**no**"
    assert within("x", 1e-3, (), None) == []


def test_a_run_without_persist_cgi_has_no_goals_of_it():
    assert [row for row in door(View([])) if row] == []


def test_only_these_workloads_have_these_peers():
    others = [Environment(), Setup(), Hello()]
    assert not [
        peer.name
        for workload in others
        for peer in peers.PEERS
        if workload.takes(peer)
    ]


def test_each_goal_is_about_a_row_that_is_measured():
    measured = []
    for workload in workloads.WORKLOADS:
        takers = [peer for peer in peers.PEERS if workload.takes(peer)]
        takers += [peer for peer in PROGRAMS if workload.takes(peer)]
        results = {peer: Result([at()]) for peer in takers}
        measured += [
            Outcome(workload, cell, results) for cell in workload.cells()
        ]
    rows = door(View(measured))
    assert len(rows) == 10
    assert [row for row in rows if row[-1] == "not measured"] == []
