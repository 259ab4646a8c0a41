# SPDX-License-Identifier: Apache-2.0
"""The samples of a run can be read back, and the file depends on them alone."""

import json
import lzma
from pathlib import Path

from harness import samples
from harness.peer import Peer
from harness.sample import Result, Sample
from harness.workload import Cell, Outcome, Workload

RESULTS = Path(__file__).parent.parent / "results"


def outcomes():
    peer, workload = Peer(), Workload()
    peer.name, workload.name = "ours", "hello"
    sample = Sample(10, 1.5, 0.001, 0.002, failures={"read": 1})
    results = {peer: Result([sample])}
    return [Outcome(workload, Cell("1 connection", None), results)]


def test_samples_are_read_back(tmp_path):
    samples.write(tmp_path / samples.NAME, outcomes())
    (row,) = samples.read(tmp_path / samples.NAME)
    assert (row["workload"], row["cell"], row["peer"]) == (
        "hello",
        "1 connection",
        "ours",
    )
    assert Sample(**row["samples"][0]) == Sample(
        10, 1.5, 0.001, 0.002, failures={"read": 1}
    )


def test_the_same_samples_give_the_same_bytes(tmp_path):
    for name in ("first", "second"):
        samples.write(tmp_path / name, outcomes())
    first, second = (tmp_path / name for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()


def test_the_published_samples_are_whole():
    rows = samples.read(RESULTS / samples.NAME)
    assert len({(r["workload"], r["cell"], r["peer"]) for r in rows}) == len(
        rows
    )
    text = lzma.decompress((RESULTS / samples.NAME).read_bytes()).decode()
    assert text == json.dumps(rows, indent=1) + "\n"
