# SPDX-License-Identifier: Apache-2.0
"""What fails again and again is tried again, but not without a pause."""

import datetime

from children import Child
from driver import failing
from waiting import wait_for

BOOT_EXIT, CRASH_LOOP, WORKER_CONNECT = 2002, 2004, 4007


def test_failures_back_off_and_end_in_quarantine(httpd):
    script = httpd.script()
    seen = {}

    def quarantined():
        fault, _, retry, _ = httpd.ensure(script, "fail")
        seen[fault] = max(seen.get(fault, 0), retry)
        return fault == CRASH_LOOP

    wait_for(quarantined, "the quarantine")
    assert seen[BOOT_EXIT] > 4000
    assert seen[CRASH_LOOP] > 20000
    assert httpd.log().count("cannot find the database") == 10  # 5 + 5
    httpd.logged("5 failures in a row; the next try is in 30 s, or")


def expect_pauses(httpd, text):
    """Such lines come in the log, but not without pause."""
    wait_for(lambda: httpd.log().count(text) >= 6, f"six times {text!r}")
    times = [x.split()[3] for x in httpd.log().splitlines() if text in x]
    fifth, sixth = (datetime.time.fromisoformat(x) for x in times[4:6])
    day = datetime.date.min
    pause = datetime.datetime.combine(day, sixth) - datetime.datetime.combine(
        day, fifth
    )
    assert pause.seconds > 0 or pause.microseconds >= 500000


def test_workers_that_die_after_ready_do_not_spin(httpd):
    """Each request that waits costs a start."""
    _, pool, _, _ = httpd.ensure(httpd.script(), "die")
    child = Child(httpd)
    assert child.do("enter", pool) == 0
    child.nudge(pool)
    expect_pauses(httpd, "PERSIST4001")
    child.do("leave")
    child.end()


def test_workers_that_leave_after_ready_do_not_spin(httpd):
    httpd.ensure(httpd.script(), "quit", low=1)
    expect_pauses(httpd, "leaves before its first request")


def test_a_script_that_changes_at_each_start_does_not_spin(httpd):
    httpd.ensure(httpd.script(), "touch", low=1)
    expect_pauses(httpd, "the script changed while a worker started")


def test_workers_that_take_no_request_are_told(httpd):
    """Who waits learns of it, and need not wait for one that might."""
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, "die", high=1)
    child = Child(httpd)
    assert child.do("enter", pool) == 0
    child.nudge(pool)
    wait_for(lambda: child.do("failures", pool) > 0, "a failure")
    assert child.do("fault", pool) == WORKER_CONNECT
    httpd.logged(f"PERSIST{WORKER_CONNECT}")
    # Further ones may be there: after a pause the next one is tried.
    before, _, _ = httpd.log().partition(f"PERSIST{WORKER_CONNECT}")
    assert before.count("ended with status 3") == 4
    fault, _, retry, text = failing(httpd, script, "die", high=1)
    assert (fault, text) == (
        WORKER_CONNECT,
        "ended with status 3 before it took a request",
    )
    assert 0 < retry <= 4001
    child.do("leave")
    child.end()
