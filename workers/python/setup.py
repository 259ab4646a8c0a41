# SPDX-License-Identifier: Apache-2.0
"""Compiles the extension together with the C core; needs no other library.

In a checkout the C sources are beside this folder and are copied to csrc/. A
source distribution has csrc/ already.
"""

import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).resolve().parent
CORE = HERE.parent / "core"
TOP = HERE.parent.parent
COMMON = TOP / "common"
WIRE = TOP / "wire"
CSRC = HERE / "csrc"
VERSION = CSRC / "VERSION"


def gather() -> None:
    """Copy all sources of the extension to csrc/."""
    shutil.rmtree(CSRC, ignore_errors=True)
    (CSRC / "persist").mkdir(parents=True)
    shutil.copy(CORE / "persist" / "worker.h", CSRC / "persist")
    for folder in (CORE, COMMON, WIRE):
        for path in sorted(folder.glob("*.[ch]")):
            if '"persist_build.h"' not in path.read_text("utf-8"):
                shutil.copy(path, CSRC)
    shutil.copy(TOP / "VERSION", VERSION)
    (CSRC / "persist" / "version.h").write_text(
        f'#define PERSIST_WORKER_VERSION "{version()}"\n'
    )


def version() -> str:
    """Return the version of mod_persist."""
    return VERSION.read_text().strip()


def sources() -> list[str]:
    """Return the files to compile."""
    paths = [*HERE.glob("ext/*.c"), *HERE.glob("csrc/*.c")]
    return [str(path.relative_to(HERE)) for path in sorted(paths)]


if CORE.is_dir():
    gather()
# the same decision as in ext/sdk.h
threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
limited = sys.version_info >= (3, 11) and not threaded
setup(
    version=version(),
    ext_modules=[
        Extension(
            "persist_worker._core",
            sources(),
            include_dirs=["ext", "csrc"],
            define_macros=[("_GNU_SOURCE", "1")],
            extra_compile_args=["-std=gnu11", "-fvisibility=hidden"],
            libraries=["pthread", "rt"],
            py_limited_api=limited,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if limited else {},
)
