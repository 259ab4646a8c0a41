# SPDX-License-Identifier: Apache-2.0
"""Nobody else decides what is run, or reaches what runs."""

import contextlib
import os
import pathlib
import stat

import pytest
from waiting import wait_for

import scripts


def refused(site, **changes):
    done = site.run("app", **changes)
    assert b"Status: 500" in done.stdout, done
    assert not site.persistds()
    return done.stderr.decode()


@pytest.mark.parametrize("name", ["app.py", ".persist", "app.cgi", ""])
@pytest.mark.parametrize("mode", [stat.S_IWGRP, stat.S_IWOTH])
def test_what_others_can_write_is_refused(site, name, mode):
    site.script("app", scripts.HELLO)
    path = site.web / name
    path.chmod(path.stat().st_mode | mode)
    log = refused(site)
    assert "can be written by its group or by others: chmod go-w" in log
    assert str(path).rstrip("/") in log


def test_a_folder_of_an_application_is_judged(site):
    site.set(PersistApp="inner/app.wsgi")
    site.script("app", "")
    site.write("inner/app.wsgi", "")
    (site.web / "inner").chmod(0o777)
    assert f"{site.web}/inner can be written" in refused(site)
    (site.web / "inner").rename(site.top / "elsewhere")
    (site.web / "inner").symlink_to(site.top / "elsewhere")
    assert f"{site.web}/inner is not a directory" in refused(site)


@pytest.mark.parametrize("name", ["app.py", ".persist"])
def test_a_link_in_the_place_of_a_file_is_refused(site, name):
    site.script("app", scripts.HELLO)
    (site.web / name).rename(site.top / "elsewhere")
    (site.web / name).symlink_to(site.top / "elsewhere")
    assert f"{name}: is a symbolic link" in refused(site)


def test_another_users_file_is_refused(site, other_user):
    site.script("app", scripts.HELLO)
    site.web.chmod(0o777)
    os.unlink(site.web / "app.py")
    other_user.tries(f"os.close(os.open('{site.web}/app.py', 65, 0o755))")
    site.web.chmod(0o755)
    assert "belongs to another user" in refused(site)
    site.web.chmod(0o777)
    (site.web / "app.py").unlink()


def plain(site):
    """The script is not to blame: it runs, but persistd does not."""
    done = site.run("app")
    assert done.stdout.endswith(b" 1\n"), done
    assert not site.persistds()
    return done.stderr.decode()


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_loose_runtime_directory_is_refused(site, mode):
    site.script("app", scripts.HELLO)
    site.runtime.mkdir()
    site.runtime.chmod(mode)
    assert "is open to its group or to others: chmod 700" in plain(site)


def test_a_link_in_its_place_is_refused(site):
    site.script("app", scripts.HELLO)
    (site.top / "elsewhere").mkdir(mode=0o700)
    site.runtime.symlink_to(site.top / "elsewhere")
    plain(site)
    assert list((site.top / "elsewhere").iterdir()) == []


def test_a_directory_above_that_others_can_change_is_refused(site):
    loose = site.top / "loose"
    loose.mkdir()
    loose.chmod(0o777)
    site.set(PersistRuntimeDir=loose / "run")
    site.script("app", scripts.HELLO)
    assert f"{loose} can be written" in plain(site)


def test_another_users_runtime_directory_is_refused(site, other_user):
    shared = site.top / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    site.set(PersistRuntimeDir=shared / "run")
    site.script("app", scripts.HELLO)
    assert other_user.tries(f"os.mkdir('{shared}/run', 0o777)") is None
    log = plain(site)
    assert "belongs to another user" in log or "Permission denied" in log
    assert other_user.tries(f"os.rmdir('{shared}/run')") is None


def our_tables():
    """What this user has in shared memory."""
    found = []
    for path in pathlib.Path("/dev/shm").iterdir():
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_uid == os.getuid():
                found.append(path)
    return found


def test_another_user_reaches_nothing(site, other_user):
    site.script("app", scripts.HELLO)
    site.body("app")
    tries = other_user.tries
    assert tries(f"os.listdir('{site.runtime}')") == "PermissionError"
    assert tries(f"open('{site.runtime}/log').read()") == "PermissionError"
    [instance] = site.runtime.glob("*.????????")
    connect = "socket.socket(1).connect"
    for name in ["p/http", "admin"]:
        assert tries(f"{connect}('{instance}/{name}')") == "PermissionError"
    # Tables of other tests come and go; ours is there.
    said = {tries(f"os.open('{path}', os.O_RDWR)") for path in our_tables()}
    assert "PermissionError" in said
    assert said <= {"PermissionError", "FileNotFoundError"}


SAYS_ENVIRONMENT = (
    scripts.LOOP
    + """
    names = sorted(n for n in os.environ if not n.startswith("PERSIST_"))
    request.respond(200, {}, " ".join(names).encode())
"""
)


def test_hostile_variables_change_nothing(site):
    site.script("app", SAYS_ENVIRONMENT)
    site.script("evil", "#!/bin/sh\ntouch evil.ran\n", ".sh")
    hostile = {
        "SCRIPT_FILENAME": f"{site.web}/evil.sh",
        "PATH_TRANSLATED": f"{site.web}/evil.sh",
        "SCRIPT_NAME": "/evil.cgi",
        "PERSIST_WORKER": "1:3",
        "PERSIST_APP_RUNNERS": str(site.top),
        "PERSIST_DAEMON": f"{site.web}/evil.sh",
        "HOME": str(site.top),
        "TMPDIR": str(site.top),
        "XDG_RUNTIME_DIR": str(site.top),
        "PATH": str(site.web),
        "LD_PRELOAD": "/nowhere.so",
        "LD_LIBRARY_PATH": str(site.top),
        "PYTHONSTARTUP": f"{site.web}/evil.sh",
        "BASH_ENV": f"{site.web}/evil.sh",
    }
    names = site.body("app", **hostile).split()
    assert not {"HOME", "LD_PRELOAD", "BASH_ENV", "PYTHONSTARTUP"} & set(names)
    assert not (site.web / "evil.ran").exists()
    assert site.runtime.is_dir()


def test_wrong_settings_name_their_line(site):
    site.script("app", scripts.HELLO)
    site.write(".persist", "# mine\nPersistWorkers 1 4\nPersistQueue 0 1s\n")
    log = refused(site)
    assert f"{site.web}/.persist: PERSIST5007: line 3:" in log
    assert '"PersistQueue" is wrong: give a number from 1 to 1024' in log
    site.set()
    assert site.body("app")
    wait_for(site.persistds, "persistd")
