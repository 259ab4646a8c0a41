# SPDX-License-Identifier: Apache-2.0
"""Compiles the C core into the package, so that it needs no shared library.

In a checkout the C sources lie beside this folder and are gathered into csrc/;
a source distribution brings csrc/ with it.
"""

import shutil
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
CORE = HERE.parent / "core"
WIRE = HERE.parent.parent / "wire"
CSRC = HERE / "csrc"


def gather() -> None:
    """Copy all sources that the extension is made of."""
    shutil.rmtree(CSRC, ignore_errors=True)
    (CSRC / "persist").mkdir(parents=True)
    shutil.copy(CORE / "persist" / "worker.h", CSRC / "persist")
    for folder in (CORE, WIRE):
        for path in sorted(folder.glob("*.[ch]")):
            shutil.copy(path, CSRC)


if CORE.is_dir():
    gather()
setup(
    cffi_modules=["_ffi_build.py:ffibuilder"],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
