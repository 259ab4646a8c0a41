# SPDX-License-Identifier: Apache-2.0
"""Says why an application could not be loaded, and what to do about it.

The last line on stderr is what a page or a log shows first. It comes behind the
traceback, if there is one, and stands for itself.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from shlex import quote

from ._app_exec import OtherProgramError
from ._app_load import FactoryError, NoApplicationError
from ._loaded_files import file_of
from ._traceback import report

_VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
_NAME = re.compile(r"cannot import name '(\w+)'")
_LIBRARY = re.compile(r"(\S+\.so\S*): cannot open shared object file")


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _python() -> str:
    return f"{sys.executable} (Python {_VERSION})"


def _has_pip() -> bool:
    """Return true if the virtual environment itself has pip.

    PYTHONPATH may lead to another one, which a shell does not find.
    """
    pip = importlib.util.find_spec("pip")
    origin = pip.origin if pip else None
    return origin is not None and Path(sys.prefix) in Path(origin).parents


def _make_venv(venv: str) -> str:
    """Return the command that makes a virtual environment, or completes one."""
    can = importlib.util.find_spec("ensurepip") is not None
    first = "" if can else "sudo apt install python3-venv && "
    return f"{first}python3 -m venv {venv}"


def _install(package: str, folder: Path) -> str:
    """Return the command that installs a package for the application.

    Where ensurepip is missing, python3 -m venv leaves an environment that has
    no pip.
    """
    if sys.prefix == sys.base_prefix:
        venv = quote(str(folder / ".venv"))
        return f"{_make_venv(venv)} && {venv}/bin/pip install {package}"
    install = f"{quote(sys.executable)} -m pip install {package}"
    if _has_pip() or Path(sys.prefix).is_symlink():
        return install
    return f"{_make_venv(quote(sys.prefix))} && {install}"


def _make_anew(prefix: Path) -> str:
    """Return what to do about a virtual environment that does not work.

    The command would empty what a link leads to.
    """
    if prefix.is_symlink():
        return (
            f"it is a symbolic link, and leads to {prefix.resolve()}: mend "
            "that, if you mean it, or put a folder in the place of the link"
        )
    return (
        "make it anew, and install its packages: python3 -m venv --clear "
        f"{quote(str(prefix))}"
    )


# ---- what may be behind a module that is not found


def _made_for(prefix: Path) -> str | None:
    """Return for which other Python a virtual environment was made.

    Its python3 is a link to the system's, which may have become a newer one.
    """
    if sys.prefix == sys.base_prefix:
        return None
    found = sorted(prefix.glob("lib/python*/site-packages"))
    names = [path.parent.name for path in found]
    if not names or f"python{_VERSION}" in names:
        return None
    return names[-1].replace("python", "Python ")


def _compiled_for_another(name: str) -> Path | None:
    """Return the file of a compiled module that this Python does not take."""
    *packages, tail = name.split(".")
    for folder in sys.path:
        for path in Path(folder, *packages).glob(f"{tail}.*.so"):
            return path
    return None


def _recompile(what: str, name: str, folder: Path) -> str:
    package = quote(name.partition(".")[0])
    again = _install(f"--force-reinstall --no-cache-dir {package}", folder)
    return f"{what} is not compiled for {_python()}; install it again: {again}"


def _hidden_by(module: str, folder: Path) -> str | None:
    """Return the file of another module that hides the application's package.

    Python has loaded some of its own, such as site, before the application.
    """
    package = module.partition(".")[0]
    path = file_of(sys.modules.get(package))
    if path is None or folder in Path(path).parents:
        return None
    return path


def _missing_module(name: str, wanted: str, folder: Path) -> str:
    """Return what to do about a module that is not found."""
    version = _made_for(Path(sys.prefix))
    if version:
        return (
            f"the virtual environment {sys.prefix} was made for {version}, but "
            f"its interpreter is now Python {_VERSION}; "
            f"{_make_anew(Path(sys.prefix))}"
        )
    compiled = _compiled_for_another(name)
    if compiled:
        return _recompile(str(compiled), name, folder)
    module = wanted.partition(":")[0]
    if module and f"{module}.".startswith(f"{name}."):
        other = _hidden_by(module, folder)
        if other:
            return (
                f"{other} is loaded already and hides the folder "
                f"{folder / module.partition('.')[0]}: give that another name"
            )
        return (
            f"there is no module {name} in {folder}; PersistApp {wanted} needs "
            f"{module.replace('.', '/')}.py there"
        )
    package = quote(name.partition(".")[0])
    return (
        f"{_python()} has no module {name}; if it is not a file of yours, "
        f"install it: {_install(package, folder)}"
    )


# ---- any failure


def _import_error(error: ImportError, wanted: str, folder: Path) -> str:
    name, path = error.name or "", error.path or ""
    if isinstance(error, ModuleNotFoundError):
        return _missing_module(name, wanted, folder)
    library = _LIBRARY.search(str(error))
    if library:
        return (
            f"a library of the system is missing: {library[1]}; install the "
            f"system's package that has it"
        )
    if path.endswith(".so"):
        return _recompile(f"{path} ({_one_line(error)})", name, folder)
    part = _NAME.match(str(error))
    compiled = part and _compiled_for_another(f"{name}.{part[1]}")
    if compiled:
        return _recompile(str(compiled), name, folder)
    return f"{_one_line(error)}; see the traceback above"


def _is_of_environment(error: Exception) -> bool:
    """Return true for os.environ[NAME] without such a variable."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return (
        isinstance(error, KeyError)
        and at is not None
        and at.tb_frame.f_globals.get("__name__") == "os"
    )


def _another(interpreter: OtherProgramError, entry: Path) -> str:
    return (
        "it starts another interpreter in its own place (os.exec): take these "
        "lines out, and name that one in .htaccess: "
        f"PersistInterpreter {entry.suffix} {interpreter}"
    )


def _advice(error: Exception, wanted: str, folder: Path) -> str:
    if isinstance(error, NoApplicationError):
        return str(error)
    if isinstance(error, FactoryError):
        cause = _one_line(error.__cause__ or error)
        return f"{error} raised {cause}; it is called without arguments"
    if isinstance(error, ImportError):
        return _import_error(error, wanted, folder)
    if isinstance(error, SyntaxError):
        return (
            f"{error.filename}, line {error.lineno}: {error.msg}; this is no "
            f"code for {_python()}"
        )
    if _is_of_environment(error):
        return (
            f"the environment has no {error.args[0]}; set it in "
            f"{folder / '.env'}, or by PersistEnv {error.args[0]} VALUE"
        )
    return f"it raised {_one_line(error)}; see the traceback above"


def explain(error: Exception, wanted: str, entry: Path, folder: Path) -> str:
    """Print the traceback; return the line that comes behind it.

    wanted is MODULE:NAME, or "" for the file entry.
    """
    if not isinstance(error, NoApplicationError):
        made = isinstance(error, FactoryError)
        sys.stderr.write(report((made and error.__cause__) or error))
    if isinstance(error, ImportError):
        sys.stderr.write(f"sys.path: {':'.join(sys.path)}\n")
    if isinstance(error, OtherProgramError):
        return f"{wanted or entry}: {_another(error, entry)}"
    return f"{wanted or entry}: {_advice(error, wanted, folder)}"
