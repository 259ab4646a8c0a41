# SPDX-License-Identifier: Apache-2.0
"""Finds an application: the module, and the object in it."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

CONVENTIONS = ("application", "app")
FACTORIES = ("create_app", "make_app")
# A module's only object of one of these is its application, whatever its name.
FRAMEWORKS = {"Bottle", "FastAPI", "Flask", "Litestar", "Quart", "Starlette"}
# Packages whose applications no other server can call, and what to do.
OWN_SERVERS = {
    "aiohttp": "aiohttp runs its own server",
    "dash": "that of Dash is its attribute server: PersistApp app:app.server",
    "gradio": "Gradio runs its own server",
    "tornado": "Tornado runs its own server",
}


class NoApplicationError(Exception):
    """The module was loaded, but the application is not in it."""


class FactoryError(Exception):
    """A function that makes the application has failed."""


class _Uncached(SourceFileLoader):
    """Loads a file without reading or writing __pycache__.

    The cache of app.wsgi has the same name as that of app.py beside it.
    """

    def path_stats(self, path: str) -> dict[str, float]:
        """Refuse, which the loader takes for: no cache."""
        raise OSError(path)


def _own_name(path: Path) -> str:
    """Return the name of a file that import would not find."""
    return "_application_" + path.stem.replace(".", "_")


def _module_name(path: Path) -> str:
    """Return the name under which import would find the file, if it can."""
    if path.suffix == ".py" and path.stem not in sys.modules:
        return path.stem
    return _own_name(path)


def _spec(name: str, path: Path) -> ModuleSpec:
    loader = SourceFileLoader if path.suffix == ".py" else _Uncached
    spec = spec_from_file_location(name, path, loader=loader(name, str(path)))
    assert spec is not None  # noqa: S101 (there is a loader)
    return spec


def load_file(path: Path) -> ModuleType:
    """Load a file as a module, whatever its extension."""
    name = _module_name(path)
    spec = _spec(name, path)
    module = sys.modules[name] = module_from_spec(spec)
    assert spec.loader is not None  # noqa: S101 (there is one)
    spec.loader.exec_module(module)
    return module


def find_file(name: str) -> ModuleSpec | None:
    """Return how to import the application's file by its own name.

    In a process that multiprocessing starts, which has its sys.argv.
    """
    path = Path(*sys.argv[:1])
    return _spec(name, path) if name == _own_name(path) else None


def load_name(name: str) -> ModuleType:
    """Import a module by its name."""
    return import_module(name)


def _is_imported(found: object, module: ModuleType) -> bool:
    """Return whether it is a function or a class of another module.

    A proxy such as flask.request must not be asked for its attributes.
    """
    if not issubclass(type(found), (type, FunctionType, BuiltinFunctionType)):
        return False
    return getattr(found, "__module__", None) != module.__name__


def _callables(module: ModuleType) -> list[str]:
    """Return the names of what could be meant, at most ten."""
    return sorted(
        name
        for name, found in vars(module).items()
        if callable(found)
        and not name.startswith("_")
        and not _is_imported(found, module)
    )[:10]


def _missing(module: ModuleType, wanted: str) -> NoApplicationError:
    what = f"no {wanted}" if wanted else "neither application nor app"
    if not wanted and any(hasattr(module, name) for name in FACTORIES):
        what += ", and its factory needs arguments"
    names = ", ".join(_callables(module)) or "nothing"
    return NoApplicationError(
        f"the module has {what}. What it has and can be called: {names}. Name "
        "the object in .htaccess: PersistApp module:name, or module:name() for "
        "a function that makes it"
    )


def _only_one(module: ModuleType) -> list[object]:
    """Return the only object of a framework, or nothing.

    The class is asked, and not the object, which may be a proxy.
    """
    found = {
        id(value): value
        for value in vars(module).values()
        if any(part.__name__ in FRAMEWORKS for part in type(value).__mro__)
    }
    return list(found.values()) if len(found) == 1 else []


def _is_called_alone(factory: object) -> bool:
    try:
        inspect.signature(factory).bind()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


def _by_convention(module: ModuleType) -> object:
    """Return what the module has by name, or the only one, or by a factory."""
    named = [
        getattr(module, name) for name in CONVENTIONS if hasattr(module, name)
    ]
    found = [*filter(callable, named), *_only_one(module)]
    if found:
        return found[0]
    for name in FACTORIES:
        factory = getattr(module, name, None)
        if callable(factory) and _is_called_alone(factory):
            return _call(factory, f"{name}()")
    if named:
        return named[0]
    raise _missing(module, "")


def _by_name(module: ModuleType, wanted: str) -> object:
    """Return what the dotted name leads to, or what a call of that returns."""
    name = wanted.removesuffix("()")
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise _missing(module, wanted)
        found = getattr(found, part)
    return found if name == wanted else _call(found, wanted)


def _call(factory: object, wanted: str) -> object:
    if not callable(factory):
        raise NoApplicationError(
            f"{wanted} cannot be called: it is of type {_type(factory)}"
        )
    try:
        return factory()
    except Exception as error:
        raise FactoryError(wanted) from error


def _type(found: object) -> str:
    return type(found).__name__


def _check_server(found: object) -> None:
    """Refuse an application that only a server of its own can call."""
    for part in type(found).__mro__:
        why = OWN_SERVERS.get(part.__module__.partition(".")[0])
        if why:
            raise NoApplicationError(
                f"it has an object of {part.__module__}.{part.__name__}, which "
                f"is neither for WSGI nor for ASGI: {why}"
            )


def find(module: ModuleType, wanted: str) -> object:
    """Return the application in the module.

    wanted is a name, a dotted one too, or a call of a factory: create_app().
    Without it: application, app, the only object of a framework, or what
    create_app or make_app returns. Raises NoApplicationError.
    """
    found = _by_name(module, wanted) if wanted else _by_convention(module)
    _check_server(found)
    if callable(found):
        return found
    raise NoApplicationError(
        f"{wanted or 'its application'} is of type {_type(found)}, which is "
        "no application: it cannot be called"
    )
