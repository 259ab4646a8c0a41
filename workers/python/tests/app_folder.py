# SPDX-License-Identifier: Apache-2.0
"""An application's folder, and the program that runs what is in it."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

RUN = Path(__file__).resolve().parent.parent / "run.py"

HELLO = """
def {}(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"hello ", environ["PATH_INFO"].encode()]
"""


def put(folder: Path, name: str, text: str) -> Path:
    """Write a file of the application, and return its path."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return path


def ask(
    entry: Path,
    *arguments: str,
    named: str = "",
    python: str | Path = sys.executable,
) -> subprocess.CompletedProcess[str]:
    """Ask an application from a terminal."""
    options = ["--object", named] if named else []
    folder = ["--folder", str(entry.parent)]
    return subprocess.run(
        [python, RUN, *folder, *options, str(entry), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
