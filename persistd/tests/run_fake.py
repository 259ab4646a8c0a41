# SPDX-License-Identifier: Apache-2.0
"""Runs fake_worker.py from its own directory under an isolated interpreter."""

import pathlib
import runpy
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))
runpy.run_path(str(here / "fake_worker.py"), run_name="__main__")
