# SPDX-License-Identifier: Apache-2.0
"""Serves a folder's application.

    PYTHON run.py --folder FOLDER [--object MODULE:NAME] ENTRY [ARGUMENT ...]

persist-app starts this with the Python of the application, whichever that is.
This file finds persist_worker for it; persist_worker._app does the rest.
"""

import os
import sys
from typing import NoReturn


def arrange_path(folder: str) -> None:
    """Put the application's folder first and this file's folder last.

    A virtual environment without persist_worker finds the server's copy, which
    is beside this file; a copy of its own comes before that.
    """
    here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    sys.path[:] = [path for path in sys.path if path != here]
    sys.path.insert(0, os.path.abspath(folder))  # noqa: PTH100
    sys.path.append(here)


def python() -> str:
    """Return which Python this is."""
    version = ".".join(map(str, sys.version_info[:2]))
    return f"{sys.executable} (Python {version})"


def refuse(why: str) -> NoReturn:
    """End with this line, which persistd knows by its beginning."""
    sys.exit(f"persist-app: {python()} {why}")


def main() -> None:
    """Import the SDK, which does the rest."""
    arrange_path(sys.argv[2])
    if sys.version_info < (3, 9):  # noqa: UP036 (the SDK cannot be imported)
        refuse("is too old: persist_worker needs 3.9 or later")
    try:
        from persist_worker import _app  # noqa: PLC0415 (the path comes first)
    except ImportError as error:
        from shlex import quote  # noqa: PLC0415 (few need it)

        refuse(
            f"cannot load persist_worker ({error}). Install it for this "
            "Python, from the sources of mod_persist: "
            f"{quote(sys.executable)} -m pip install ./workers/python"
        )
    _app.main()


class Finder:
    """Finds the application's file, for functions that it has sent there."""

    @staticmethod
    def find_spec(name: str, *_: object) -> object:
        """Return the spec of a name that the SDK has given."""
        if not name.startswith("_application_"):
            return None
        from persist_worker._app_load import find_file  # noqa: PLC0415 (seldom)

        return find_file(name)


# A process that multiprocessing starts imports this file, and must not serve.
if __name__ == "__main__":
    main()
elif __name__ == "__mp_main__":
    sys.meta_path.append(Finder)
