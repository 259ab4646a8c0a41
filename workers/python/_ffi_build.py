# SPDX-License-Identifier: Apache-2.0
"""Describes the compiled module persist_worker._ffi to cffi.

pip compiles the C core and the codec into it (setup.py); make lets this write
the C source, `_ffi_build.py OUTPUT`, and links it like any other module.
"""

import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent

ffibuilder = FFI()
ffibuilder.cdef((HERE / "_ffi.cdef.txt").read_text())
ffibuilder.set_source(
    "persist_worker._ffi",
    "#include <persist/worker.h>",
    sources=[str(path.relative_to(HERE)) for path in HERE.glob("csrc/*.c")],
    include_dirs=["csrc"],
    extra_compile_args=["-std=gnu11", "-fvisibility=hidden"],
    libraries=["pthread", "rt"],
)

if __name__ == "__main__":
    ffibuilder.emit_c_code(sys.argv[1])
    Path(sys.argv[1]).touch()  # cffi leaves an unchanged file as it is
