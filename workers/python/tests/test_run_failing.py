# SPDX-License-Identifier: Apache-2.0
"""run.py: an application that cannot be loaded is told in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from app_folder import HELLO, RUN, ask, put
from conftest import PYPY

NO_APPLICATION = 125


def last_line(result: subprocess.CompletedProcess[str]) -> str:
    """Return the last line on stderr of a run that has failed."""
    assert result.returncode in {1, NO_APPLICATION}
    assert not result.stdout
    line = result.stderr.splitlines()[-1]
    assert line.startswith("persist-app: ")
    return line.removeprefix("persist-app: ")


def failure(tmp_path: Path, text: str, named: str = "") -> str:
    """Return the last line about an application of this text."""
    return last_line(ask(put(tmp_path, "wsgi.py", text), "/", named=named))


def test_a_missing_module_is_named_with_interpreter_and_path(
    tmp_path: Path,
) -> None:
    entry = put(tmp_path, "wsgi.py", "import flusk.app")
    result = ask(entry, "/")
    line = last_line(result)
    assert line.startswith(f"{entry}: {sys.executable} (Python 3.")
    assert "has no module flusk; " in line
    assert line.endswith("pip install flusk")
    assert f"sys.path: {tmp_path}:" in result.stderr
    assert 'wsgi.py", line 1, in <module>' in result.stderr
    assert "persist_worker/_app" not in result.stderr


def test_a_named_module_must_be_in_the_folder(tmp_path: Path) -> None:
    line = failure(tmp_path, "", "site_of_mine.wsgi:application")
    assert f"there is no module site_of_mine in {tmp_path}; " in line
    assert "needs site_of_mine/wsgi.py there" in line


LOADS = """
import importlib

try:
    importlib.import_module("flusk.app")
except ImportError as error:
    raise RuntimeError("no flusk") from error
"""


@pytest.mark.parametrize(
    ("text", "named", "cause"),
    [
        (LOADS, "", "RuntimeError: no flusk"),
        (LOADS, "", "ModuleNotFoundError: No module named 'flusk'"),
        ("", "flusk.wsgi:app", "ModuleNotFoundError: No module named 'flusk'"),
    ],
)
def test_a_traceback_has_no_frames_of_the_import_system(
    tmp_path: Path, text: str, named: str, cause: str
) -> None:
    result = ask(put(tmp_path, "wsgi.py", text), "/", named=named)
    last_line(result)
    assert cause in result.stderr.splitlines()
    assert "frozen importlib" not in result.stderr
    assert "persist_worker/_app" not in result.stderr


def test_a_module_of_pythons_own_that_hides_a_package_is_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "wsgi.py").write_text("application = print")
    line = failure(tmp_path, "", "site.wsgi:application")
    assert line.endswith(
        f"site.py is loaded already and hides the folder {tmp_path / 'site'}: "
        "give that another name"
    )


def test_a_variable_that_is_not_set_may_be_set_in_two_ways(
    tmp_path: Path,
) -> None:
    line = failure(tmp_path, "import os\nos.environ['SECRET_KEY']", "")
    assert line.endswith(
        f"the environment has no SECRET_KEY; set it in {tmp_path / '.env'}, or "
        "by PersistEnv SECRET_KEY VALUE"
    )
    other = failure(tmp_path, "{}['SECRET_KEY']", "")
    assert other.endswith(
        "it raised KeyError: 'SECRET_KEY'; see the traceback above"
    )


@pytest.mark.parametrize(
    "call", ["execl('/bin/sh', 'sh')", "execvpe('/bin/sh', ['sh'], {})"]
)
def test_another_interpreter_in_its_place_is_named(
    tmp_path: Path, call: str
) -> None:
    line = failure(tmp_path, f"import os\nos.{call}\n")
    assert "it starts another interpreter in its own place" in line
    assert line.endswith(".htaccess: PersistInterpreter .py /bin/sh")


def test_a_child_may_become_another_program(tmp_path: Path) -> None:
    child = """
    import os

    if os.fork() == 0:
        os.execlp("true", "true")
    assert os.wait()[1] == 0
    """
    entry = put(tmp_path, "app.wsgi", child)
    entry.write_text(entry.read_text() + HELLO.format("app"))
    assert ask(entry, "/x").stdout == "hello /x"


CALLABLES = """
from os.path import join
from random import Random
class Thing:
    def __call__(self): pass
def make(): pass
server = Thing()
_private = make
number = 1
"""


def test_what_could_be_meant_is_listed(tmp_path: Path) -> None:
    line = failure(tmp_path, CALLABLES)
    assert "neither application nor app" in line
    assert "can be called: Thing, make, server. " in line
    line = failure(tmp_path, CALLABLES, "wsgi:serve")
    assert "has no serve. " in line


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("wsgi:number", "number is of type int, which is no application"),
        ("wsgi:number()", "number() cannot be called: it is of type int"),
        ("wsgi:make()", "make() is of type NoneType, which is no application"),
        ("wsgi:make", "is no application: it takes neither (environ, start"),
        ("wsgi:Thing.none", "has no Thing.none. "),
    ],
)
def test_wrong_objects_are_refused(
    tmp_path: Path, named: str, message: str
) -> None:
    assert message in failure(tmp_path, CALLABLES, named)


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("aiohttp.web", "aiohttp runs its own server"),
        ("tornado.web", "Tornado runs its own server"),
        ("dash", "PersistApp app:app.server"),
    ],
)
def test_an_application_that_has_a_server_of_its_own_is_refused(
    tmp_path: Path, package: str, why: str
) -> None:
    text = f"""
    class Application:
        __module__ = "{package}"
        def __call__(self): pass
    app = Application()
    """
    result = ask(put(tmp_path, "app.py", text), "/")
    assert result.returncode == NO_APPLICATION
    line = last_line(result)
    assert line.startswith(f"{tmp_path}/app.py: it has an object of {package}")
    assert why in line


FACTORY = """
def create_app(wanted=None):
    raise KeyError("SECRET")
def needs(it):
    pass
"""


def test_a_factory_that_fails_is_named(tmp_path: Path) -> None:
    entry = put(tmp_path, "wsgi.py", FACTORY)
    result = ask(entry, "/", named="wsgi:create_app()")
    assert last_line(result) == (
        "wsgi:create_app(): create_app() raised KeyError: 'SECRET'; "
        "it is called without arguments"
    )
    assert "line 3, in create_app" in result.stderr
    needs = "def create_app(config): pass"
    result = ask(put(tmp_path, "main.py", needs), "/")
    assert result.returncode == NO_APPLICATION
    assert "and its factory needs arguments. What" in last_line(result)
    line = failure(tmp_path, FACTORY, "wsgi:needs()")
    assert "needs() raised TypeError: needs() missing 1 required" in line


def test_any_exception_is_told_in_one_line(tmp_path: Path) -> None:
    line = failure(tmp_path, "raise ValueError('one\\ntwo')")
    assert line.endswith(
        "it raised ValueError: one two; see the traceback above"
    )


def test_an_error_of_syntax_has_its_place(tmp_path: Path) -> None:
    line = failure(tmp_path, "a = 1\nb = = 2\n")
    assert f"{tmp_path}/wsgi.py, line 2: invalid syntax" in line


def test_a_kind_other_than_the_files_name_says_is_refused(
    tmp_path: Path,
) -> None:
    line = failure(tmp_path, "async def app(scope, receive, send): pass")
    assert "holds an application of ASGI, but its name says WSGI" in line


def compiled(tmp_path: Path, init: str, name: str) -> str:
    """Return the last line about a package with a file of this name."""
    put(tmp_path, "fast/__init__.py", init)
    put(tmp_path, f"fast/{name}", "no library")
    return failure(tmp_path, "import fast")


@pytest.mark.parametrize(
    "init", ["from . import _core", "from ._core import x", "import fast._core"]
)
def test_a_module_compiled_for_another_python_is_named(
    tmp_path: Path, init: str
) -> None:
    file = "_core.cpython-27-x86_64-linux-gnu.so"
    line = compiled(tmp_path, init, file)
    assert f"fast/{file} is not compiled for {sys.executable} (Pyth" in line
    assert line.endswith("--force-reinstall --no-cache-dir fast")


@pytest.mark.skipif(PYPY, reason="no such file is a library to PyPy")
def test_a_file_that_is_no_library_is_named(tmp_path: Path) -> None:
    line = compiled(tmp_path, "from . import _core", "_core.so")
    assert "fast/_core.so (ImportError: " in line


def test_a_missing_library_of_the_system_is_named(tmp_path: Path) -> None:
    line = failure(
        tmp_path,
        """
        raise ImportError("libpq.so.5: cannot open shared object file: No such")
        """,
    )
    assert "a library of the system is missing: libpq.so.5; install" in line


def venv(tmp_path: Path, version: str) -> Path:
    """Return the interpreter of a virtual environment for this version."""
    base = Path(getattr(sys, "_base_executable", sys.executable))
    (tmp_path / "venv/bin").mkdir(parents=True)
    (tmp_path / f"venv/lib/python{version}/site-packages").mkdir(parents=True)
    put(tmp_path, "venv/pyvenv.cfg", f"home = {base.parent}\n")
    python = tmp_path / "venv/bin/python3"
    python.symlink_to(base)
    return python


def test_a_virtual_environment_of_another_python_is_named(
    tmp_path: Path,
) -> None:
    entry = put(tmp_path, "wsgi.py", "import flusk")
    line = last_line(ask(entry, "/", python=venv(tmp_path, "3.2")))
    assert f"environment {tmp_path}/venv was made for Python 3.2, but" in line
    assert f"python3 -m venv --clear {tmp_path}/venv" in line


def test_a_virtual_environment_without_pip_is_completed(tmp_path: Path) -> None:
    entry = put(tmp_path, "wsgi.py", "import flusk")
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    python = venv(tmp_path, version)
    line = last_line(ask(entry, "/", python=python))
    assert line.endswith(
        f"python3 -m venv {tmp_path}/venv && {python} -m pip install flusk"
    )


def test_what_is_to_be_pasted_is_quoted(tmp_path: Path) -> None:
    folder = tmp_path / "a b;c"
    folder.mkdir()
    line = last_line(ask(put(folder, "wsgi.py", "import flusk"), "/"))
    assert line.endswith(
        f"python3 -m venv '{folder}/.venv' && '{folder}/.venv'/bin/pip install "
        "flusk"
    )
    entry = put(folder, "wsgi.py", "import flusk")
    line = last_line(ask(entry, "/", python=venv(folder, "3.2")))
    assert line.endswith(f"python3 -m venv --clear '{folder}/venv'")


def test_no_command_empties_what_a_link_leads_to(tmp_path: Path) -> None:
    venv(tmp_path, "3.2")
    (tmp_path / "venv").rename(tmp_path / "elsewhere")
    (tmp_path / "venv").symlink_to("elsewhere")
    entry = put(tmp_path, "wsgi.py", "import flusk")
    line = last_line(ask(entry, "/", python=tmp_path / "venv/bin/python3"))
    assert f"it is a symbolic link, and leads to {tmp_path}/elsewhere: " in line
    assert "--clear" not in line


def test_a_virtual_environment_is_told_its_own_pip(tmp_path: Path) -> None:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    python = venv(tmp_path, version)
    entry = put(tmp_path, "wsgi.py", "import flusk")
    line = last_line(ask(entry, "/", python=python))
    assert line.endswith(f"{python} -m pip install flusk")


def test_a_python_without_the_sdk_is_told_what_to_install(
    tmp_path: Path,
) -> None:
    entry = put(tmp_path, "wsgi.py", HELLO.format("application"))
    run = put(tmp_path, "elsewhere/run.py", RUN.read_text())
    result = subprocess.run(
        [sys.executable, "-I", run, "--folder", str(tmp_path), entry, "/"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    line = last_line(result)
    assert "cannot load persist_worker (No module named" in line
    assert line.endswith(f"{sys.executable} -m pip install ./workers/python")
