# SPDX-License-Identifier: Apache-2.0
"""A file system that does not answer is a matter of the scripts on it."""

import contextlib
import os
import signal
import time

import pytest
from children import waiting
from processes import alive, terminate
from waiting import DEADLINE, wait_for

FAULT_FILE_SYSTEM = 3007
DONE, FAILED = 0, 1
LATE = 1.0  # seconds, until who asks for what hangs is told


@pytest.fixture
def httpd(far, idle_httpd):
    """persistd ends before the mount does."""
    yield idle_httpd.start()
    far.answer()


@contextlib.contextmanager
def soon():
    """What waits for the file system would wait for ever."""
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < DEADLINE


def wait_quick(do):
    """Until it takes clearly less time than who is told late waits: that would
    be so each time, and on a slow machine some are."""

    def is_quick():
        begin = time.monotonic()
        do()
        return time.monotonic() - begin < LATE / 2

    wait_for(is_quick, "an answer at once")


def served(httpd, script, **options):
    assert httpd.ensure(script, **options)[0] == 0
    return httpd.wait_live(1, script=script)


def test_what_hangs_is_told_of_and_comes_back(httpd, far):
    script = far.script()
    far.hang()
    with soon():
        assert httpd.ensure(script)[0] == FAULT_FILE_SYSTEM
    wait_quick(lambda: httpd.ensure(script))
    assert httpd.ensure(script)[0] == FAULT_FILE_SYSTEM
    far.answer()
    wait_for(lambda: httpd.ensure(script)[0] == 0, "the file system")
    httpd.wait_live(1, script=script)


def test_other_scripts_are_served_reloaded_and_ordered(httpd, far):
    scripts = [far.script(f"{n}.py") for n in range(3)]
    near = httpd.script("near.py")
    (old,) = served(httpd, near, key=100)
    served(httpd, scripts[0], key=1)
    far.hang()
    for key in range(1, 4):
        httpd.ensure(scripts[key - 1], key=key)
    with soon():
        httpd.script("near.py", "another one\n")
        httpd.ensure(near, key=100)
        wait_for(lambda: not alive(old), "its worker to leave")
    with soon():
        served(httpd, near, key=100)
    with soon():
        served(httpd, httpd.script("new.py"), key=101)
    with soon():
        assert httpd.order("restart", near)[0] == DONE
    with soon():
        assert len(httpd.status()["pools"]) == 3
    wait_quick(lambda: httpd.ensure(near, key=100))
    wait_quick(httpd.status)


def test_workers_that_are_there_serve_on(httpd, far):
    script = far.script()
    (pid,) = served(httpd, script)
    far.hang()
    with soon():
        assert httpd.ensure(script)[0] == 0
    with soon():
        result, fault, _ = httpd.order("restart", script)
    assert (result, fault) == (FAILED, FAULT_FILE_SYSTEM)
    assert httpd.live() == [pid]
    far.answer()
    httpd.logged(f"pool {script}: its file system answers again")
    with soon():
        assert httpd.order("restart", script)[0] == DONE
    assert httpd.live() != [pid]


def test_a_stop_needs_no_file_system(httpd, far):
    script = far.script()
    served(httpd, script)
    far.hang()
    with soon():
        assert httpd.order("stop", script)[0] == DONE
    assert not httpd.live()


def test_a_worker_that_dies_is_replaced_when_that_can_be_done(httpd, far):
    script = far.script()
    (pid,) = served(httpd, script, low=1)
    far.hang()
    terminate(pid)
    httpd.logged(f"PERSIST{FAULT_FILE_SYSTEM}")
    assert httpd.status()["pools"][0]["fault"] == FAULT_FILE_SYSTEM
    far.answer()
    httpd.wait_live(1)
    assert httpd.status()["pools"][0]["fault"] == 0


def test_what_a_worker_has_loaded_may_hang(httpd, far):
    far.script("lib.py")
    script = httpd.script()
    os.symlink(far.path / "lib.py", httpd.top / "lib.py")
    far.hang()
    with soon():
        served(httpd, script)
    far.answer()


def test_a_new_persistd_is_up_at_once(httpd, far):
    script, near = far.script(), httpd.script("near.py")
    pids = served(httpd, script, key=1) + served(httpd, near, key=2)
    far.hang()
    httpd.ensure(far.script("other.py"), key=3)
    httpd.kill()
    with soon():
        httpd.start()
        assert httpd.ensure(near, key=2)[0] == 0
        served(httpd, httpd.script("new.py"), key=4)
    assert sorted(httpd.live(script=script) + httpd.live(script=near)) == (
        sorted(pids)
    )
    with soon():
        assert httpd.ensure(script, key=1)[0] == 0


def test_persistd_ends_while_a_file_system_hangs(httpd, far):
    script = far.script()
    (pid,) = served(httpd, script)
    far.hang()
    httpd.ensure(far.script("other.py"), key=2)
    with soon():
        assert httpd.stop() == 0
    assert not alive(pid)


def test_who_hangs_and_can_not_be_killed_holds_up_no_other(idle_httpd, far):
    """A place is made for the third one as if the first had none to give."""
    httpd = idle_httpd
    httpd.settings.update(max_workers=2, stop_ms=100)
    httpd.start()
    stuck, near = far.script(), httpd.script("near.py")
    far.script("app.py.beside")
    httpd.ensure(stuck, "stat", key=1)
    (pid,) = httpd.wait_live(1, script=stuck)
    served(httpd, near, key=2)
    asked = far.asked("/app.py.beside")
    far.hang()
    os.kill(pid, signal.SIGUSR1)
    wait_for(lambda: far.asked("/app.py.beside") > asked, "the worker to hang")
    link = httpd.give_order("stop", stuck)
    httpd.wait_live(1, state="killed")
    third = httpd.script("third.py")
    _, pool, _, _ = httpd.ensure(third, key=3)
    with waiting(httpd, pool):
        httpd.wait_live(1, script=third)
    assert len(httpd.live(state="killed")) == 1
    far.answer()
    link.close()
