# SPDX-License-Identifier: Apache-2.0
"""What is logged of an exception: its traceback and, for the author, the code.

persistd sets PERSIST_DEBUG where PersistDebug is on. Then the text ends with
the lines around the one that failed, for httpd's error page.
"""

from __future__ import annotations

import linecache
import os
import sys
import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

_AROUND = 3  # lines before the failing one, and behind it
_LONGEST = 200  # characters of a line
_OURS = os.path.join(os.path.dirname(__file__), "")  # noqa: PTH118, PTH120
_IMPORT = "<frozen importlib"
_FOREIGN = {"site-packages", "dist-packages", "venv", ".venv"}
# As the process begins, in the script's directory: scripts change both.
_DEBUG = os.environ.get("PERSIST_DEBUG") == "1"
_FOLDER = os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118


def report(error: BaseException) -> str:
    """Return the traceback, without our own frames before the script's.

    The import system's frames are left out as well: the cause comes after them.

    With PERSIST_DEBUG a code excerpt follows, whose lines all begin with
    blanks, and the failing one of them with ">".
    """
    lines = _format(error)
    if _DEBUG:
        lines += _excerpt(error)
    return "".join(lines)


def _format(error: BaseException) -> list[str]:
    trace = _trace_of(error)
    if trace is None and isinstance(error, (ImportError, SyntaxError)):
        # No line of the file that we were to load has run.
        return traceback.format_exception_only(type(error), error)
    text = traceback.TracebackException(
        type(error), error, trace or error.__traceback__
    )
    for one in _chain(text):
        one.stack[:] = [
            frame
            for frame in one.stack
            if not frame.filename.startswith(_IMPORT)
        ]
    return list(text.format())


def _chain(
    text: traceback.TracebackException,
) -> Iterator[traceback.TracebackException]:
    """Yield it and those that led to it, also those of a group."""
    others = [text]
    while others:
        one = others.pop()
        yield one
        more = [one.__cause__, one.__context__]
        more += getattr(one, "exceptions", None) or []
        others += [other for other in more if other]


def _trace_of(error: BaseException) -> TracebackType | None:
    """Return the traceback from the script's first frame on, if it has one."""
    before = (_OURS, _IMPORT)  # this is how we load applications
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename.startswith(before):
        trace = trace.tb_next
    return trace


def _places(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield file and line of all frames, the deepest one last."""
    for frame, number in traceback.walk_tb(error.__traceback__):
        yield frame.f_code.co_filename, number
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        yield error.filename, error.lineno


def _is_own(name: str) -> bool:
    """Whether the file belongs to the script, and not to a library."""
    if not os.path.isabs(name):  # noqa: PTH117 ("<string>")
        return False
    path = os.path.realpath(name)
    return path.startswith(_FOLDER) and _FOREIGN.isdisjoint(
        path[len(_FOLDER) :].split("/")
    )


def _excerpt(error: BaseException) -> list[str]:
    places = list(_places(error))
    name, number = next(
        (place for place in reversed(places) if _is_own(place[0])),
        places[-1] if places else ("", 0),
    )
    source = linecache.getlines(name)
    if not 0 < number <= len(source):
        return []
    first = max(1, number - _AROUND)
    lines = source[first - 1 : number + _AROUND]
    by = f"{sys.implementation.name} {sys.version.split()[0]}"
    return [
        f"  {name}, line {number} (by {sys.executable}, {by}):\n",
        *(
            _line(at, line, failing=at == number)
            for at, line in enumerate(lines, first)
        ),
    ]


def _line(number: int, line: str, *, failing: bool) -> str:
    mark = ">" if failing else " "
    return f"  {mark} {number:4} | {line.rstrip()[:_LONGEST]}".rstrip() + "\n"
