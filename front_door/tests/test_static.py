# SPDX-License-Identifier: Apache-2.0
"""persist-cgi linked statically with musl does the same."""

import shutil
import subprocess

import pytest
from site_of_tests import BUILD, HERE

import scripts


def test_it_runs_where_there_is_no_library(site):
    if not shutil.which("musl-gcc"):
        pytest.skip("musl-gcc is not there")
    place = site.top / "build"
    (place / "front_door").mkdir(parents=True)
    shutil.copy(BUILD / "persist_build.h", place)
    subprocess.run([HERE.parents[1] / "scripts/static-cgi", place], check=True)
    program = place / "front_door/persist-cgi.static"
    headers = subprocess.run(
        ["readelf", "-lW", program], capture_output=True, text=True, check=True
    )
    assert "INTERP" not in headers.stdout
    shutil.copy(program, site.programs / "persist-cgi")
    site.script("app", scripts.HELLO)
    first = site.body("app")
    assert site.body("app") == first.replace(" 1", " 2")
    assert len(site.persistds()) == 1
