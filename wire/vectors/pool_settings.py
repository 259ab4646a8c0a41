# SPDX-License-Identifier: Apache-2.0
"""pool_settings.py: a pool's settings, as ENSURE carries them, read from the rows in wire_pool_settings.h."""

from __future__ import annotations

import pathlib
import re

ROWS = pathlib.Path(__file__).resolve().parents[1] / "wire_pool_settings.h"
ROW = re.compile(r"^POOL_(NUMBER|LIMIT|TIME)\(([^)]*)\)", re.MULTILINE)


def defaults() -> dict[str, int]:
    """Names and defaults, in their order on the wire. A default that is a name is an enum's first value, so 0."""
    found = {}
    for kind, row in ROW.findall(ROWS.read_text("utf-8")):
        name, *_, default, _ceiling = [column.strip() for column in row.split(",")]
        found[name + "_ms" * (kind == "TIME")] = int(default) if default.isdigit() else 0
    return found


def fields(**values: int) -> dict[str, int]:
    """All settings; the default stands for what is not given."""
    known = defaults()
    if not values.keys() <= known.keys():
        raise ValueError(f"no such settings: {values.keys() - known.keys()}")
    return {**known, **values}
