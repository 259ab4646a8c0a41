# SPDX-License-Identifier: Apache-2.0
"""Describes the module persist_worker._cffi to cffi, in API mode.

setup.py compiles it together with the C core. make calls this file for the C
source, and links that with its own build of the core:

    python3 build.py FOLDER OUTPUT.c

FOLDER has persist/worker.h. The declarations are those of the headers, without
what is only for the preprocessor.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
_CPLUSPLUS = re.compile(r"#ifdef __cplusplus.*?#endif", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


def declarations(header: Path) -> str:
    """Return what the header declares."""
    return _DIRECTIVE.sub("", _CPLUSPLUS.sub("", header.read_text()))


def describe(core: Path, **settings: object) -> FFI:
    """Return the module over the core, whose headers are in this folder.

    The settings are those of distutils' Extension.
    """
    ffi = FFI()
    ffi.cdef(declarations(core / "persist" / "worker.h"))
    ffi.cdef(declarations(HERE / "exchange.h"))
    ffi.set_source("persist_worker._cffi", '#include "exchange.h"', **settings)
    return ffi


if __name__ == "__main__":
    describe(Path(sys.argv[1])).emit_c_code(sys.argv[2])
