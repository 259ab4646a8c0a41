# SPDX-License-Identifier: Apache-2.0
"""persistd says that another one has been installed since it was started."""

import shutil

import pytest
from pywire import STATUS
from waiting import wait_for

TEXT = 0


@pytest.fixture
def httpd(idle_httpd):
    """With a copy of persistd, which the test may replace."""
    original = idle_httpd.daemon
    idle_httpd.daemon = idle_httpd.top / "persistd"
    shutil.copy(original, idle_httpd.daemon)
    return idle_httpd.start()


def install(httpd):
    """As make install does: by a new file, of the same build."""
    new = httpd.top / "new"
    shutil.copy(httpd.daemon, new)
    new.replace(httpd.daemon)


def older(httpd):
    return httpd.status()["older"]


def text(httpd):
    parts = httpd.ask(STATUS, TEXT, "", 0, 0, 0)
    return b"".join(part[1] for part in parts).decode()


def lines(httpd):
    line = f"persistd is older than the installed {httpd.daemon}: reload"
    return httpd.log().count(line)


def test_another_build_is_named_at_each_graceful_restart(httpd):
    assert older(httpd) == ""
    install(httpd)
    httpd.set()
    wait_for(lambda: lines(httpd) == 1, "a line in the log")
    assert "systemctl restart apache2" in older(httpd)
    assert f"\n  older than the installed {httpd.daemon}: " in text(httpd)
    httpd.set()
    wait_for(lambda: lines(httpd) == 2, "another line")
