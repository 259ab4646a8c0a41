# SPDX-License-Identifier: Apache-2.0
"""All samples of a run as one file: JSON rows, compressed by xz.

The same rows always give the same bytes, because xz stores no time and no file
name. `xzcat FILE` prints the JSON.
"""

from __future__ import annotations

import dataclasses
import json
import lzma
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .workload import Outcome

NAME = "samples.json.xz"
# Fixed, so that the bytes do not depend on the defaults of liblzma.
PRESET = 9 | lzma.PRESET_EXTREME


def rows(outcomes: list[Outcome]) -> list[dict]:
    """Return one row for each peer in each cell, with all its samples."""
    return [
        {
            "workload": outcome.workload.name,
            "cell": outcome.cell.label,
            "peer": peer.name,
            **dataclasses.asdict(result),
        }
        for outcome in outcomes
        for peer, result in outcome.results.items()
    ]


def write(path: Path, outcomes: list[Outcome]) -> None:
    text = json.dumps(rows(outcomes), indent=1) + "\n"
    path.write_bytes(lzma.compress(text.encode(), preset=PRESET))


def read(path: Path) -> list[dict]:
    """Return the rows of a file that write() has made."""
    return json.loads(lzma.decompress(path.read_bytes()))
