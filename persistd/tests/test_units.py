# SPDX-License-Identifier: Apache-2.0
"""Units that finish, break or outlast their lease, and children that die."""

import os
import signal
import time

from children import FINISHING, FREE, VOID, Child
from processes import alive
from waiting import wait_for


def test_a_finishing_unit_is_asked_for_and_freed(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("finishing")
    child.nudge(pool)
    wait_for(lambda: child.do("unit", 0) == FREE, "a free unit")
    child.end()


def test_a_nudge_right_behind_settings_is_heard_at_once(httpd):
    """Not only when the clock has everything checked, once a second."""
    _, pool, _, _ = httpd.ensure(httpd.script())
    httpd.wait_live(1)
    child = Child(httpd)

    def heard_after():
        assert child.do("claim", pool) == 1
        child.do("finishing")
        httpd.process.send_signal(signal.SIGSTOP)
        httpd.send_settings()
        child.nudge(pool)
        began = time.monotonic()
        httpd.process.send_signal(signal.SIGCONT)
        wait_for(lambda: child.do("unit", 0) == FREE, "a free unit")
        took = time.monotonic() - began
        httpd.expect_up(0)
        return took

    def most_are_heard_at_once():
        took = [heard_after() for _ in range(5)]
        return sorted(took)[len(took) // 2] < 0.5

    # All but the first would take most of a second, however often they are
    # tried; a slow machine takes some of it, now and then.
    wait_for(most_are_heard_at_once, "nudges that are heard at once")
    child.end()


def test_an_answer_is_for_the_question_that_it_answers(httpd):
    """The unit has been used and is finishing again when the worker goes on to
    answer what it was asked about the time before."""
    _, pool, _, _ = httpd.ensure(httpd.script(), "slow", high=1)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("finishing")
    child.nudge(pool)
    httpd.logged("probe 1")
    for _ in range(2):
        httpd.look()
        httpd.status()  # heard after the look
    os.kill(pid, signal.SIGUSR1)
    wait_for(lambda: child.do("claim", pool) == 1, "a free unit")
    wait_for(lambda: httpd.log().count("answered") == 1, "the first answer")
    child.do("finishing")
    child.nudge(pool)
    httpd.status()  # heard after the nudge
    os.kill(pid, signal.SIGUSR1)
    wait_for(lambda: httpd.log().count("answered") == 2, "all answers")
    httpd.status()
    assert child.do("unit", 0) == FINISHING
    assert child.do("claim", pool) == 0
    httpd.set(stop_ms=100)  # that request would be waited for
    child.end()


def test_only_units_that_there_are_are_asked_for(httpd):
    """A worker would take another question for an error."""
    _, pool, _, _ = httpd.ensure(httpd.script(), "two")
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("finish", 2)
    child.do("finishing")
    child.nudge(pool)
    wait_for(lambda: child.do("unit", 0) == FREE, "a free unit")
    assert httpd.live() == [pid]
    assert "PERSIST" not in httpd.log()
    child.end()


def test_a_unit_that_never_finishes_costs_the_worker(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), "busy", hard_ms=500)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("finishing")
    child.nudge(pool)
    wait_for(lambda: child.do("unit", 0) == VOID, "a cleared unit")
    assert not alive(pid)
    httpd.logged("PERSIST4005")
    child.end()


def test_a_lease_beyond_its_hard_deadline_costs_the_worker(httpd):
    """As of a thread that waits for a client which does not read."""
    patient, hurried = httpd.script("patient.py"), httpd.script("hurried.py")
    _, slow, _, _ = httpd.ensure(patient, key=1, hard_ms=0)
    _, quick, _, _ = httpd.ensure(hurried, key=2, hard_ms=100)
    httpd.wait_live(1, script=patient)
    (pid,) = httpd.wait_live(1, script=hurried)
    first, second = Child(httpd), Child(httpd)
    assert first.do("claim", slow) == 1
    assert second.do("claim", quick) == 1
    wait_for(lambda: second.do("holds") == 0, "the lease's end")
    assert not alive(pid)
    httpd.logged("PERSIST4005")
    assert first.do("holds") == 1
    first.end()
    second.end()


def test_a_broken_unit_costs_the_worker(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), "two")
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("broken")
    child.nudge(pool)
    wait_for(lambda: not alive(pid), "the worker's end")
    assert httpd.log().count("httpd has given it up") == 1
    child.end()


def test_a_broken_unit_is_not_talked_away(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), "eager")
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("broken")
    child.nudge(pool)
    wait_for(lambda: not alive(pid), "the worker's end")
    child.end()


def test_the_lease_of_a_killed_child_comes_back(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), high=1)
    httpd.wait_live(1)
    first, second = Child(httpd), Child(httpd)
    assert first.do("claim", pool) == 1
    assert second.do("claim", pool) == 0
    first.kill()
    wait_for(lambda: second.do("claim", pool) == 1, "the lease")
    second.end()


def test_the_queue_place_of_a_killed_child_comes_back(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), high=1)
    httpd.wait_live(1)
    first, second = Child(httpd), Child(httpd)
    second.do("claim", pool)
    assert first.do("enter", pool) == 0
    first.kill()
    wait_for(lambda: second.do("waiting", pool) == 0, "the place")
    second.do("release")
    second.end()
