# SPDX-License-Identifier: Apache-2.0
"""docs/sdks.md names what a request has, in each language."""

from __future__ import annotations

import re
from pathlib import Path

import persist_worker

DOCS = Path(__file__).resolve().parents[3] / "docs" / "sdks.md"


def test_docs_name_all_of_a_request_and_nothing_else() -> None:
    table = DOCS.read_text().split("## A request")[1].split("##")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")]
    named = [
        name
        for row in rows[2:]
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    public = [
        name
        for name in vars(persist_worker.Request)
        if not name.startswith("_")
    ]
    assert sorted(named) == sorted(public)
