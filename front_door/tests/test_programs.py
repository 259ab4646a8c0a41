# SPDX-License-Identifier: Apache-2.0
"""Without PersistDaemon the programs are those of a folder mod_persist beside
the script, into which their owner has copied them."""

import os
import shutil

import pytest

import scripts


@pytest.fixture
def programs(site):
    site.script("app", scripts.HELLO)
    return site.copy_programs()


def test_they_lie_beside_the_script(site, programs):
    site.body("app")
    assert len(site.processes(f"{programs}/persistd --instance")) == 1


def test_persist_daemon_goes_first(site, programs):
    site.set(PersistDaemon=site.programs / "persistd")
    (programs / "persistd").chmod(0o777)
    site.body("app")
    assert site.processes(f"{site.programs}/persistd --instance")


def refused(site):
    done = site.run("app")
    assert b"Status: 500" in done.stdout, done
    assert not site.persistds()
    return done.stderr.decode()


@pytest.mark.parametrize(
    "name", ["", "persistd", "persist-exec", "persist-look", "persist-app"]
)
def test_what_others_can_write_is_refused(site, programs, name):
    (programs / name).chmod(0o775)
    fault = "can be written by its group or by others: chmod go-w"
    assert f"{programs / name} {fault}" in refused(site)


@pytest.mark.parametrize("name", ["persistd", "persist-exec"])
def test_a_link_is_refused(site, programs, name):
    (programs / name).unlink()
    (programs / name).symlink_to(site.programs / name)
    assert f"{programs / name} is a symbolic link" in refused(site)


LOADED = [
    "persist_fork_server.so",
    "python.py",
    "python/persist_worker/_loop.py",
]


@pytest.mark.parametrize("name", LOADED)
def test_so_is_what_they_load(site, programs, name):
    path = programs / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o644)
    fault = "can be written by its group or by others: chmod go-w"
    for loose in {path, path.parent}:
        mode = loose.stat().st_mode
        loose.chmod(mode | 0o002)
        assert f"{loose} {fault}" in refused(site)
        loose.chmod(mode)
    path.unlink()
    path.symlink_to(os.devnull)
    assert f"{path} is a symbolic link" in refused(site)
    path.unlink()
    assert site.body("app")


def test_another_users_file_is_refused(site, programs, other_user):
    programs.chmod(0o777)
    other_user.tries(f"os.close(os.open('{programs}/python.py', 65, 0o644))")
    programs.chmod(0o755)
    assert "python.py belongs to another user" in refused(site)
    (programs / "python.py").unlink()


def test_a_copy_has_to_be_executable(site, programs):
    (programs / "persist-look").chmod(0o644)
    fault = "persist-look is not executable: chmod 755"
    assert fault in refused(site)


def test_a_source_tree_of_that_name_is_no_such_folder(site, programs):
    shutil.rmtree(programs)
    (programs / "persistd").mkdir(parents=True)
    done = site.run("app")
    assert f"{programs}" not in done.stderr.decode()
