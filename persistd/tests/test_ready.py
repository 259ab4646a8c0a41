# SPDX-License-Identifier: Apache-2.0
"""What a worker says around READY, and what it may not."""

import os
import signal

import pytest
from children import FREE, Child
from driver import failing
from waiting import wait_for

BOOT_EXIT, WORKER_VERSION, PROTOCOL = 2002, 2007, 4002


def test_what_is_said_before_ready_is_a_boot_that_failed(httpd):
    for key, (behaviour, fault, reason) in enumerate(
        [
            ("leave-first", BOOT_EXIT, "LEAVING before READY"),
            ("idle-first", PROTOCOL, "killed: IDLE before READY"),
            ("files-first", PROTOCOL, "killed: FILES before READY"),
        ]
    ):
        script = httpd.script(f"{behaviour}.py")
        got = failing(httpd, script, behaviour, key=key)
        assert got[0] == fault
        assert got[3].startswith(reason)  # its last words may follow
    httpd.wait_live(0)


@pytest.mark.parametrize(
    ("behaviour", "fault", "reason"),
    [
        ("version", WORKER_VERSION, "killed"),
        ("idle-first", PROTOCOL, "killed: IDLE before READY"),
    ],
)
def test_what_is_said_counts_though_the_worker_ends(
    httpd, behaviour, fault, reason
):
    """It has ended by itself before persistd kills it."""
    got = failing(httpd, httpd.script(), behaviour, "die")
    assert got[0] == fault
    assert got[3].startswith(reason)


def test_a_worker_may_leave_by_itself(httpd):
    script = httpd.script()
    httpd.ensure(script, "quit")
    httpd.logged("leaves before its first request")
    wait_for(
        lambda: httpd.status()["workers"] == 0,
        "the end of a worker that leaves",
    )
    assert "PERSIST" not in httpd.log()


def test_a_worker_that_leaves_ends_its_requests_in_time(idle_httpd):
    httpd = idle_httpd
    httpd.settings["stop_ms"] = 100
    httpd.start()
    _, pool, _, _ = httpd.ensure(httpd.script(), "quit-later")
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    os.kill(pid, signal.SIGUSR1)
    httpd.logged("not ended within PersistStopTimeout")
    wait_for(lambda: child.do("holds") == 0, "the end of its request")
    child.end()


def test_a_worker_that_speaks_something_else_is_killed(httpd):
    httpd.ensure(httpd.script(), "garbage")
    httpd.logged("PERSIST4002")
    wait_for(lambda: httpd.status()["workers"] == 0, "its end")


@pytest.mark.parametrize(
    ("what", "behaviour"),
    [
        ("READY unlike the one before", "other-version"),
        ("READY unlike the one before", "other-capacity"),
        ("READY unlike the one before", "other-signal"),
        ("READY unlike the one before", "no-signal"),
        ("IDLE for a unit beyond its capacity", "idle-beyond"),
    ],
)
def test_a_worker_that_takes_its_word_back_is_killed(httpd, what, behaviour):
    httpd.ensure(httpd.script(), "two", behaviour)
    assert "PERSIST4002" in httpd.logged(what)
    wait_for(lambda: httpd.status()["workers"] == 0, "its end")


def test_files_may_follow_ready_at_once(httpd):
    httpd.ensure(httpd.script(), "lazy")
    (pid,) = httpd.wait_live(1)
    assert httpd.live() == [pid]
    assert "PERSIST" not in httpd.log()


def test_ready_may_be_said_again(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), "two", "again")
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("finishing")
    child.nudge(pool)
    wait_for(lambda: child.do("unit", 0) == FREE, "a free unit")
    assert httpd.live() == [pid]
    assert "PERSIST" not in httpd.log()
    child.end()
