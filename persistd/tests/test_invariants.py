# SPDX-License-Identifier: Apache-2.0
"""The order in which persistd stops (I6 of persistd/README.md). The other
invariants need a look between two steps of persistd, and so are tested in C;
the README's table says where."""

import pytest
from children import Child
from processes import alive
from waiting import DEADLINE


@pytest.fixture
def httpd(idle_httpd):
    """It lets a stop take longer than these tests."""
    idle_httpd.settings["stop_ms"] = int(DEADLINE * 4000)
    return idle_httpd.start()


def test_stop_kills_a_worker_that_still_starts(httpd):
    """I6: a stop kills workers that still start, because they may not hear
    that they are to leave. The loop ends when no worker is left, and does not
    wait until stop_by."""
    httpd.ensure(httpd.script(), "hang", boot_ms=int(DEADLINE * 4000))
    (pid,) = httpd.wait_live(1, "starting")
    assert httpd.stop() == 0
    assert not alive(pid)


def test_stop_kills_a_worker_with_a_lease_at_its_end(httpd):
    """I6: workers that serve may finish their requests, but only until
    stop_by. Then the stop kills all that are left."""
    httpd.set(stop_ms=500)
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    assert httpd.stop() == 0
    assert not alive(pid)
    assert child.do("holds") == 0
    child.end()
