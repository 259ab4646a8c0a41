# SPDX-License-Identifier: Apache-2.0
"""--check in a terminal: the script is loaded, and answers nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from conftest import run_once, write_script

if TYPE_CHECKING:
    from pathlib import Path

HANDLER = "import persist_worker\npersist_worker.each_request(print)\n"
ITERATOR = """
import persist_worker
for request in persist_worker.each_request():
    print(request)
"""


@pytest.mark.parametrize("text", [HANDLER, ITERATOR])
def test_the_version_is_printed(tmp_path: Path, text: str) -> None:
    done = run_once(write_script(tmp_path, text), "--check")
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.fullmatch(rb"persist_worker \d+\.\d+.* in /.*\n", done.stdout)


def test_an_exception_while_it_loads_is_shown(tmp_path: Path) -> None:
    done = run_once(write_script(tmp_path, "import nothing_like_it"), "--check")
    assert done.returncode == 1
    assert b"ModuleNotFoundError" in done.stderr
