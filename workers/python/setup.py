# SPDX-License-Identifier: Apache-2.0
"""Compiles a back end together with the C core; needs no other library.

CPython gets the extension; PyPy, which contains cffi, the module made by cffi.
With PERSIST_BACKEND=cffi in the environment CPython gets both, and cffi with
them.

In a checkout the C sources are beside this folder and are copied to csrc/. A
source distribution has csrc/ already.
"""

from __future__ import annotations

import os
import runpy
import shutil
import sys
import sysconfig
from importlib.util import find_spec
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


def extension(name: str, *own: str, limited: bool) -> Extension:
    """Return the module of this name, of its own sources and the core."""
    core = (str(path.relative_to(HERE)) for path in CSRC.glob("*.c"))
    return Extension(
        f"persist_worker.{name}",
        sorted([*own, *core]),
        include_dirs=["ext", "ffi", "csrc"],
        define_macros=[("_GNU_SOURCE", "1")],
        extra_compile_args=["-std=gnu11", "-fvisibility=hidden"],
        libraries=["pthread", "rt"],
        py_limited_api=limited,
    )


def compiled(*, limited: bool) -> Extension:
    """Return the extension in C."""
    own = (str(path.relative_to(HERE)) for path in HERE.glob("ext/*.c"))
    return extension("_core", *own, limited=limited)


def by_cffi(*, limited: bool) -> Extension:
    """Return the module of which cffi writes the source."""
    source = CSRC / "cffi" / "_cffi.c"
    source.parent.mkdir(exist_ok=True)
    describe = runpy.run_path(str(HERE / "ffi" / "build.py"))["describe"]
    describe(CSRC).emit_c_code(str(source))
    own = (str(path.relative_to(HERE)) for path in HERE.glob("ffi/*.c"))
    written = str(source.relative_to(HERE))
    return extension("_cffi", written, *own, limited=limited)


if CORE.is_dir():
    gather()
pypy = sys.implementation.name == "pypy"
asked = os.environ.get("PERSIST_BACKEND") == "cffi"
needs = ["cffi"] if asked and not pypy else []
# the same decision as in ext/sdk.h
threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
limited = sys.version_info >= (3, 11) and not threaded and not pypy
builds = [] if pypy else [compiled(limited=limited)]
# pip installs what setup_requires names, and calls this again
if pypy or (asked and find_spec("cffi")):
    builds.append(by_cffi(limited=limited))
setup(
    version=version(),
    ext_modules=builds,
    setup_requires=needs,
    install_requires=needs,
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if limited else {},
)
