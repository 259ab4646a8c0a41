# SPDX-License-Identifier: Apache-2.0
"""Compiles the extension with the C core in it, which needs no other library.

In a checkout the C sources lie beside this folder and are gathered into csrc/;
a source distribution brings csrc/ with it.
"""

import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

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


def sources() -> list[str]:
    """Return what is to be compiled."""
    paths = [*HERE.glob("ext/*.c"), *HERE.glob("csrc/*.c")]
    return [str(path.relative_to(HERE)) for path in sorted(paths)]


if CORE.is_dir():
    gather()
# as ext/sdk.h decides it
threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
limited = sys.version_info >= (3, 11) and not threaded
setup(
    ext_modules=[
        Extension(
            "persist_worker._core",
            sources(),
            include_dirs=["ext", "csrc"],
            extra_compile_args=["-std=gnu11", "-fvisibility=hidden"],
            libraries=["pthread", "rt"],
            py_limited_api=limited,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if limited else {},
)
