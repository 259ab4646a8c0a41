# SPDX-License-Identifier: Apache-2.0
"""persistd refuses to run as root, so the tests play an unprivileged httpd."""

import os
import pathlib
import pwd
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
sys.path[:0] = [
    str(HERE),
    str(SOURCE / "tests"),
    str(SOURCE / "wire" / "vectors"),
]
sys.dont_write_bytecode = True

import far_mount  # noqa: E402

KEEPER = far_mount.Keeper()

if os.geteuid() == 0:
    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)

import driver  # noqa: E402


@pytest.fixture
def idle_httpd():
    """httpd without a persistd yet; nothing may be left of it afterwards."""
    httpd = driver.Httpd()
    yield httpd
    assert httpd.close() == []


@pytest.fixture
def far(idle_httpd):
    """A file system that may hang."""
    mount = far_mount.FarMount(KEEPER, idle_httpd.top)
    if not mount.fault:
        yield mount
    mount.close()
    if mount.fault:
        pytest.skip(f"nothing can be mounted here: {mount.fault}")


@pytest.fixture
def httpd(idle_httpd):
    return idle_httpd.start()
