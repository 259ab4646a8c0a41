# SPDX-License-Identifier: Apache-2.0
"""The module that cffi makes in API mode of persist/worker.h: ffi/build.py."""

from typing import Any

ffi: Any
lib: Any
