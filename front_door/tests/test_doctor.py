# SPDX-License-Identifier: Apache-2.0
"""persistctl doctor checks a folder of persist-cgi by persist-cgi's rules, and
the line that it prints mends what it has found."""

import os
import re
import shutil
import subprocess

import pytest
from site_of_tests import BUILD, default_of_us
from waiting import wait_for

import scripts

WSGI = """
def application(environ, start_response):
    start_response("200 OK", [])
    return [b"well"]
"""


def doctor(site, what=""):
    """Its status, and the findings that are not well with their mends."""
    tools = {
        "PERSIST_CGI": site.programs / "persist-cgi",
        "PERSIST_APP": site.programs / "persist-app",
    }
    done = subprocess.run(
        [BUILD / "persistctl/persistctl", "doctor", site.web / what],
        capture_output=True,
        text=True,
        env={**os.environ, **tools},
        check=False,
    )
    found = re.sub(r"^well .*\n(?: +mend: .*\n)*", "", done.stdout, flags=re.M)
    assert done.stderr == ""
    return done.returncode, found


def mended(site, found):
    """Does what the doctor says, and asks it again."""
    for line in re.findall(r"^ +mend: (.*)", found, flags=re.MULTILINE):
        if not line.startswith("persistctl doctor "):
            subprocess.run(["sh", "-e", "-c", line], check=True)
    return doctor(site)


def test_a_script_is_well(site):
    site.script("app", scripts.HELLO)
    for what in ["", "app.py"]:
        assert doctor(site, what) == (0, "")
    assert site.body("app")
    assert doctor(site) == (0, "")


def test_an_application_is_well(site):
    site.set(PersistApp="auto")
    site.script("index", "", ".txt")
    site.write("app.wsgi", WSGI)
    assert doctor(site) == (0, "")


@pytest.mark.parametrize("name", ["app.py", "app.cgi", ".persist", ""])
def test_modes(site, name):
    site.script("app", scripts.HELLO)
    path = site.web / name
    path.chmod(path.stat().st_mode | 0o022)
    status, found = doctor(site)
    assert status == 1
    assert "can be written by its group or by others" in found
    assert mended(site, found) == (0, "")


def test_a_link(site):
    site.script("app", scripts.HELLO)
    (site.web / ".persist").rename(site.top / "elsewhere")
    (site.web / ".persist").symlink_to(site.top / "elsewhere")
    status, found = doctor(site)
    assert (status, "is a symbolic link" in found) == (1, True)
    assert f"leads to {site.top}/elsewhere: mend that, if" in found
    assert not re.search(r"mend: (?:cp|chmod)", found)


def test_a_copy_that_is_a_link_is_not_written_to(site):
    copy = site.script("app", scripts.HELLO)
    copy.rename(site.top / "elsewhere")
    (site.top / "elsewhere").chmod(0o644)
    copy.symlink_to(site.top / "elsewhere")
    status, found = doctor(site)
    assert (status, f"leads to {site.top}/elsewhere" in found) == (1, True)
    assert not re.search(r"mend: (?:cp|chmod)", found)


def test_a_taken_directory_has_a_line_for_root(site, other_user):
    """Where the user has no home, anybody can take its name in /tmp."""
    default = default_of_us()
    site.set(PersistRuntimeDir=None)
    site.script("app", scripts.HELLO)
    assert other_user.tries(f"os.mkdir('{default}', 0o700)") is None
    try:
        status, found = doctor(site)
        assert b"belongs to another user" in site.run("app").stderr
    finally:
        assert other_user.tries(f"os.rmdir('{default}')") is None
    assert status == 1
    assert f"{default} belongs to another user: name another by" in found
    assert re.search(
        r"mend: or: sudo install -d -m 700 -o \d+ /var/lib/", found
    )


@pytest.mark.parametrize(
    "text", ["#!/bin/sh\necho persist-cgi 0.0.1\n", "#!/bin/sh\nexit 3\n", None]
)
def test_the_copy(site, text):
    copy = site.script("app", scripts.HELLO)
    if text:
        site.write("app.cgi", text, 0o755)
    else:
        copy.chmod(0o644)
    status, found = doctor(site)
    assert (status, found.startswith("wrong    persist-cgi: ")) == (1, True)
    assert mended(site, found) == (0, "")


def test_no_copy(site):
    site.set(PersistApp="auto")
    site.write("app.wsgi", WSGI)
    status, found = doctor(site)
    assert (status, "there is no copy of it in" in found) == (1, True)
    assert mended(site, found) == (0, "")


def test_settings(site):
    site.set(PersistWorkers="1")
    site.script("app", scripts.HELLO)
    status, found = doctor(site)
    assert status == 1
    assert '"PersistWorkers" is wrong\n         mend: give two numbers' in found


def test_no_script(site):
    site.set(PersistApp="auto")
    shutil.copy2(site.programs / "persist-cgi", site.web / "index.cgi")
    status, found = doctor(site)
    assert status == 1
    assert "wrong    script: PERSIST" in found


def test_no_persistd(site):
    site.script("app", scripts.HELLO)
    site.set(PersistDaemon=site.programs / "nowhere")
    status, found = doctor(site)
    assert (status, f"{site.programs}/nowhere is not there" in found) == (
        1,
        True,
    )
    assert re.search(r"mend: PersistDaemon /\S+/persistd in ", found)


@pytest.mark.parametrize("app", [None, "auto"])
def test_programs_that_were_copied(site, app):
    site.set(PersistApp=app)
    site.script("index", scripts.HELLO)
    site.write("app.wsgi", WSGI)
    programs = site.copy_programs()
    assert doctor(site) == (0, "")
    (programs / "python.py").touch()
    for name, mode, fault in [
        ("persist-exec", 0o775, "can be written by its group"),
        ("persist-exec", 0o644, "is not executable"),
        ("python.py", 0o666, "can be written by its group"),
    ]:
        (programs / name).chmod(mode)
        status, found = doctor(site)
        assert status == 1
        assert f"{programs}/{name} {fault}" in found
        assert mended(site, found) == (0, "")


def test_an_open_runtime_directory(site):
    site.script("app", scripts.HELLO)
    site.runtime.mkdir()
    site.runtime.chmod(0o755)
    status, found = doctor(site)
    assert (status, "is open to its group or to others" in found) == (1, True)
    assert mended(site, found) == (0, "")


def test_the_last_start_has_failed(site):
    site.script("app", scripts.HELLO)
    persistd = site.programs / "persistd"
    persistd.rename(site.programs / "kept")
    persistd.write_text("#!/bin/sh\nexit 1\n")
    persistd.chmod(0o755)
    site.run("app")
    assert (site.runtime / "failed").exists()
    (site.programs / "kept").rename(persistd)
    status, found = doctor(site)
    assert status == 1
    assert "has failed: " in found
    assert f"mend: tail {site.runtime}/log" in found
    (site.runtime / "failed").unlink()
    assert doctor(site) == (0, "")
    site.body("app")
    wait_for(site.persistds, "persistd")
    assert doctor(site) == (0, "")
