# SPDX-License-Identifier: Apache-2.0
"""The files of the script's own code, which persistd watches for changes.

Watching runs no code of the script's. getattr(), vars() and a look at __spec__
would load a lazy module, and may raise whatever its __getattr__ raises.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

_LIBRARY = sysconfig.get_path("stdlib") + os.sep
_PACKAGES = ("site-packages", "dist-packages")

# The names of a module, whatever its class makes of __dict__, and of a class,
# as which typing.io is loaded.
_names = vars(ModuleType)["__dict__"].__get__
_names_of_class = vars(type)["__dict__"].__get__


def file_of(entry: object) -> str | None:
    """Return the __file__ of an entry of sys.modules, which may be anything.

    None: it has none that is a string.
    """
    if issubclass(type(entry), ModuleType):
        found = _names(entry).get("__file__")
    elif issubclass(type(entry), type):
        found = _names_of_class(entry).get("__file__")
    else:
        from inspect import getattr_static  # noqa: PLC0415 (seldom needed)

        found = getattr_static(entry, "__file__", None)
    return found if issubclass(type(found), str) else None


def _own_path(entry: object) -> bytes | None:
    """Return the path of the script's own code; None: it is not that."""
    try:
        file = file_of(entry)
        path = str(Path(file).resolve()) if file else ""
        packaged = any(part in path for part in _PACKAGES)
        if not path or (path.startswith(_LIBRARY) and not packaged):
            return None
        return os.fsencode(path)
    except Exception:  # noqa: BLE001 (no file that could be watched)
        return None


def loaded_files() -> bytes:
    """Return the paths of all, the script itself first, each behind a NUL."""
    paths = [_own_path(entry) for entry in list(sys.modules.values())]
    if env_file := os.environ.get("PERSIST_ENV_FILE"):
        paths.append(os.fsencode(env_file))
    return b"".join(path + b"\0" for path in dict.fromkeys(paths) if path)
