# SPDX-License-Identifier: Apache-2.0
"""persistd refuses to run as root, so the tests run as an unprivileged user.
Started as root, they have a process of yet another user to try with."""

import os
import pathlib
import pwd
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]
sys.dont_write_bytecode = True
os.umask(0o022)  # what the tests make is judged by its mode

import stranger  # noqa: E402

STRANGER = stranger.Stranger() if os.geteuid() == 0 else None

if os.geteuid() == 0:
    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)

import servers  # noqa: E402
import site_of_tests  # noqa: E402


@pytest.fixture
def site():
    """A web directory with its own runtime directory; nothing is left of it."""
    made = site_of_tests.Site()
    yield made
    assert made.close() == []


@pytest.fixture
def httpd(site):
    server = servers.Httpd(site)
    yield server.start()
    server.stop()


@pytest.fixture
def other_user():
    if not STRANGER:
        pytest.skip("only root can be two other users")
    return STRANGER


@pytest.fixture(params=[servers.Httpd, servers.Lighttpd, servers.Nginx])
def server(request, site):
    """Each server of docs/recipes/cgi.md."""
    made = request.param(site)
    yield made.start()
    made.stop()
