# SPDX-License-Identifier: Apache-2.0
"""ETag and Last-Modified of a part of a file."""

from __future__ import annotations

import os
import re
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import pytest

from persist_worker._file_part import FilePart

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("age", "etag"),
    [
        (0, rb'W/"0-4-[0-9a-f]+"'),
        (-(10**9), rb'W/"0-4-[0-9a-f]+"'),
        (2, rb'"0-4-[0-9a-f]+"'),
    ],
)
def test_a_file_that_was_just_changed_has_a_weak_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, age: int, etag: bytes
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"four")
    now = int(time.time())
    os.utime(file, (now - age, now - age))
    # It just is, however long a busy machine takes.
    monkeypatch.setattr(time, "time_ns", lambda: now * 10**9 + 1)
    with file.open("rb") as opened:
        (_, made), (_, dated) = FilePart(opened.fileno(), 0, 4).validators()
    assert re.fullmatch(etag, made)
    assert parsedate_to_datetime(dated.decode()).timestamp() <= time.time()


def test_a_file_without_a_time_has_none(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"four")
    os.utime(file, (0, 0))
    with file.open("rb") as opened:
        assert FilePart(opened.fileno(), 0, 4).validators() == []
