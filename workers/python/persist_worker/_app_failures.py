# SPDX-License-Identifier: Apache-2.0
"""Says why an application could not be loaded, and what to do about it."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

from ._app_load import NoApplicationError

if TYPE_CHECKING:
    from pathlib import Path


def explain(error: Exception, folder: Path, what: str) -> str:  # noqa: ARG001
    """Print the traceback; return the one line that comes after it."""
    if isinstance(error, NoApplicationError):
        return f"{what}: {error}"
    traceback.print_exception(type(error), error, error.__traceback__)
    return f"{what}: could not be loaded: {type(error).__name__}: {error}"
