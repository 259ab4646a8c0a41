# SPDX-License-Identifier: Apache-2.0
"""Chooses how Python calls the C core: core has the interface of _core.pyi.

CPython has a compiled extension (ext/), PyPy the module that cffi makes (ffi/).
PERSIST_BACKEND=cffi in the environment chooses the latter on CPython, too.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

BACKENDS = ("cffi", "extension")


def _chosen() -> str:
    """Return the back end that the environment asks for, or the usual one."""
    usual = "cffi" if sys.implementation.name == "pypy" else "extension"
    asked = os.environ.get("PERSIST_BACKEND") or usual
    if asked not in BACKENDS:
        sys.exit(f"PERSIST_BACKEND is one of {', '.join(BACKENDS)}: {asked}")
    return asked


if TYPE_CHECKING:
    from . import _core as core
elif _chosen() == "cffi":
    from . import _cffi_core as core
else:
    from . import _core as core

__all__ = ["core"]
