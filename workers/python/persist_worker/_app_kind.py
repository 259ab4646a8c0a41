# SPDX-License-Identifier: Apache-2.0
"""Tells WSGI applications (PEP 3333) from ASGI applications (version 3)."""

from __future__ import annotations

import enum
import functools
import inspect
from typing import Callable

from ._app_load import NoApplicationError

WSGI_NAMES = ("wsgi.py", "passenger_wsgi.py")
ASGI_NAMES = ("asgi.py",)


class Kind(enum.Enum):
    """What calls an application."""

    WSGI = "WSGI"
    ASGI = "ASGI"


def _by_file(name: str) -> Kind | None:
    """Return what the name of the file promises; None: nothing."""
    if name in WSGI_NAMES or name.endswith(".wsgi"):
        return Kind.WSGI
    if name in ASGI_NAMES or name.endswith(".asgi"):
        return Kind.ASGI
    return None


def _is_coroutine(application: object) -> bool:
    """Return whether a call makes a coroutine, as far as that can be seen."""
    while isinstance(application, functools.partial):
        application = application.func
    call = getattr(application, "__call__", None)  # noqa: B004 (not whether)
    return inspect.iscoroutinefunction(
        application
    ) or inspect.iscoroutinefunction(call)


def _takes(application: Callable[..., object], count: int) -> bool:
    """Return whether it can be called with so many arguments."""
    try:
        inspect.signature(application).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # written in C: it does not tell
        return count == 2  # noqa: PLR2004 (environ and start_response)
    return True


def _by_inspection(application: Callable[..., object]) -> Kind:
    """Return what the object looks like: two arguments, or three."""
    if _is_coroutine(application):
        return Kind.ASGI
    if _takes(application, 2):
        return Kind.WSGI
    if _takes(application, 3):
        return Kind.ASGI
    raise NoApplicationError(
        f"{application!r} is no application: it takes neither (environ, "
        "start_response), as WSGI has it, nor (scope, receive, send), as ASGI "
        "has it. Is it a factory? PersistApp module:name() calls it"
    )


def kind_of(application: object, file: str) -> Kind:
    """Return the kind of an application from a file of that name ("": none).

    Raises NoApplicationError for what is neither, or not what its file's name
    says.
    """
    assert callable(application)  # noqa: S101 (find() has seen to it)
    promised, seen = _by_file(file), _by_inspection(application)
    if promised is None or promised is seen:
        return seen
    raise NoApplicationError(
        f"{file} holds an application of {seen.value}, but its name says "
        f"{promised.value}: rename the file, or name the object: "
        "PersistApp MODULE:NAME"
    )
