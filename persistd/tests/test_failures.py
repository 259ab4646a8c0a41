# SPDX-License-Identifier: Apache-2.0
"""Scripts that can't be started, and workers that die."""

import os
import pathlib
import re
import resource
import time

import pytest
from children import FREE, VOID, Child
from driver import failing
from processes import alive, terminate
from waiting import wait_for

EXEC, BOOT_EXIT, BOOT_TIMEOUT, CRASH_LOOP = 2001, 2002, 2003, 2004
WORKER_VERSION, DEFINITION = 2007, 2008
NO_WORKER, WORKER_CONNECT = 3009, 4007


def test_a_script_that_ends_at_boot_is_told_with_its_last_words(httpd):
    fault, _, retry, text = failing(httpd, httpd.script(), "fail")
    assert fault == BOOT_EXIT
    failures = httpd.log().count("PERSIST2002")  # a slow machine may see more
    assert 0 < retry <= 1000 * 2 ** (failures - 1) + 1
    assert text == "ended with status 1: cannot find the database"
    httpd.logged("PERSIST2002")


def test_a_nul_hides_nothing_of_the_last_words(httpd):
    script = httpd.script(text="#!/bin/sh\nprintf 'no\\0database'; exit 1\n")
    script.chmod(0o755)
    _, _, _, text = failing(httpd, script, command=[])
    assert text == "ended with status 1: no database"


def test_waiting_requests_learn_of_a_failed_boot(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, "fail")
    child = Child(httpd)
    assert child.do("enter", pool) == 0
    child.nudge(pool)
    wait_for(lambda: child.do("failures", pool) > 0, "a failure")
    assert child.do("fault", pool) == BOOT_EXIT
    child.do("leave")
    child.end()


def test_a_signal_at_boot_is_told(httpd):
    fault, _, _, text = failing(httpd, httpd.script(), "crash")
    assert fault == BOOT_EXIT
    assert text.startswith("was killed by signal 6 (Aborted)")


def test_who_waits_outlasts_boots_that_were_killed(httpd):
    """As by the kernel, for want of memory."""
    _, pool, _, _ = httpd.ensure(httpd.script(), "slain-twice", high=1)
    child = Child(httpd)
    assert child.do("enter", pool) == 0
    child.nudge(pool)
    httpd.wait_live(1)
    assert child.do("failures", pool) == 0
    assert child.do("fault", pool) == 0
    assert httpd.log().count("another one is started") == 2
    assert "PERSIST2" not in httpd.log()
    child.do("leave")
    child.end()


# Without PersistBootTimeout the third in a row is told. With it, those within
# that time are not: how many there are depends on the machine.
@pytest.mark.parametrize(("boot_ms", "pardoned"), [(0, 2), (3000, 1)])
def test_a_script_that_is_always_killed_at_boot_is_told(
    httpd, boot_ms, pardoned
):
    way = {"command": [], "high": 1, "boot_ms": boot_ms}
    script = httpd.script(text="#!/bin/sh\nprintf slain\nkill -KILL $$\n")
    script.chmod(0o755)
    _, pool, _, _ = httpd.ensure(script, **way)
    child = Child(httpd)
    assert child.do("enter", pool) == 0
    child.nudge(pool)
    wait_for(lambda: child.do("failures", pool) > 0, "a failure")
    assert httpd.log().count("another one is started") >= pardoned
    fault, _, retry, text = failing(httpd, script, **way)
    assert fault == BOOT_EXIT
    assert retry > 0
    assert re.match(
        r"was killed by signal 9 \(Killed\) by somebody else, \d+ in a row; "
        r"the kernel does that for want of memory: slain",
        text,
    )
    child.do("leave")
    child.end()


def test_a_boot_that_takes_too_long_is_killed(httpd):
    fault, _, _, _ = failing(httpd, httpd.script(), "hang", boot_ms=300)
    assert fault == BOOT_TIMEOUT
    assert httpd.status()["workers"] == 0


def test_a_program_that_never_asks_is_told_so(httpd):
    script = httpd.script(text="#!/bin/sh\necho hello\n")
    script.chmod(0o755)
    fault, _, _, text = failing(httpd, script, command=[])
    assert fault == BOOT_EXIT
    assert text == (
        "ended with status 0: it never asked for a request: call "
        "each_request, or each_cgi for CGI code; for an application of Flask "
        "or its like, set PersistApp: docs/sdks.md#the-loop\nhello"
    )


def test_the_error_of_a_traceback_comes_first(httpd):
    script = httpd.script(text="import nothing_like_it\n")
    fault, _, _, text = failing(
        httpd, script, command=["/usr/bin/python3", "-I", "-B", str(script)]
    )
    first, rest = text.split("\n", 1)
    error = "ModuleNotFoundError: No module named 'nothing_like_it'"
    assert (fault, first) == (BOOT_EXIT, f"ended with status 1: {error}")
    assert rest.startswith("Traceback ") and rest.endswith(error)
    line = httpd.logged("PERSIST2002")
    assert line.endswith(f"{script}: {first}")


def test_another_protocol_version_is_refused(httpd):
    fault, _, _, text = failing(httpd, httpd.script(), "version")
    assert fault == WORKER_VERSION
    assert text == "killed: its SDK is of another release than mod_persist"


def test_a_script_that_is_not_there_is_told_at_once(httpd):
    fault, _, _, text = httpd.ensure(httpd.top / "nothing.py")
    assert (fault, text) == (EXEC, "No such file or directory")


def test_a_script_that_may_not_be_looked_at_is_told(idle_httpd):
    httpd = idle_httpd.start(user="tester")
    closed = httpd.top / "closed"
    closed.mkdir(mode=0)
    fault, _, _, text = httpd.ensure(closed / "app.py")
    closed.rmdir()
    assert (fault, text) == (EXEC, "Permission denied for user tester")
    fault, _, _, text = httpd.ensure(httpd.top)
    assert (fault, text) == (EXEC, "it is not a regular file")


def test_the_limit_of_processes_is_told(httpd):
    pid, script = httpd.process.pid, httpd.script()
    usual = resource.prlimit(pid, resource.RLIMIT_NPROC)
    resource.prlimit(pid, resource.RLIMIT_NPROC, (0, usual[1]))
    fault, _, retry, text = failing(httpd, script)
    assert fault == NO_WORKER
    assert text.startswith("its process can't be made: ")
    assert "TasksMax" in text
    assert 0 < retry <= 1001
    _, pool, _, _ = httpd.ensure(script)
    child = Child(httpd)
    wait_for(
        lambda: httpd.ensure(script) and child.do("failures", pool) > 5,
        "six tries",
    )
    child.end()
    fault, _, retry, _ = failing(httpd, script)
    assert fault == NO_WORKER and 0 < retry <= 1001, "no quarantine"
    assert httpd.log().count("PERSIST3009") == 1
    resource.prlimit(pid, resource.RLIMIT_NPROC, usual)
    wait_for(lambda: httpd.ensure(script)[0] == 0, "the next try")
    httpd.wait_live(1)


def test_a_runtime_directory_without_room_is_told(httpd):
    private = httpd.instance / "p"
    private.chmod(0o500)
    fault, _, _, text = failing(httpd, httpd.script())
    private.chmod(0o700)
    assert fault == NO_WORKER
    assert text == (
        "its socket in PersistRuntimeDir can't be made: Permission denied"
    )


def test_unusable_definitions_are_refused(httpd):
    script = httpd.script()
    assert httpd.ensure(script, high=1000)[0] == DEFINITION
    assert httpd.ensure(script, low=3, high=2)[0] == DEFINITION
    assert httpd.ensure(script, environment=["A=B", "x"])[0] == DEFINITION
    assert httpd.ensure(script, environment=["A", b"x\0y"])[0] == DEFINITION
    assert httpd.ensure(script, command=[b"a\0b"])[0] == DEFINITION
    assert httpd.status()["pools"] == []


def test_a_changed_script_is_tried_at_once(httpd):
    script = httpd.script()
    failing(httpd, script, "hang", boot_ms=300)
    first = httpd.status()["pools"][0]["version"]
    script.write_text("second, and longer\n")
    assert httpd.ensure(script, "busy")[0] == 0
    httpd.wait_live(1)
    assert httpd.status()["pools"][0]["version"] != first


def test_workers_of_an_older_script_leave(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    script.write_text("second, and longer\n")
    httpd.ensure(script)
    wait_for(lambda: not alive(old), "the old worker's end")
    (new,) = httpd.wait_live(1)
    assert new != old


def test_a_killed_worker_is_replaced_on_demand(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    terminate(pid)
    wait_for(lambda: child.do("holds") == 0, "the lease's end")
    httpd.logged(f"pid {pid} was killed by signal 9")
    assert child.do("enter", pool) == 0
    child.nudge(pool)
    (new,) = httpd.wait_live(1)
    assert new != pid
    child.do("leave")
    child.end()


def test_the_family_of_a_killed_worker_dies_with_it(httpd):
    httpd.ensure(httpd.script(), "child")
    (pid,) = httpd.wait_live(1)
    (child,) = (
        pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    )
    terminate(pid)
    wait_for(lambda: not alive(int(child)), "the end of the worker's child")
    httpd.logged(f"pid {pid} has ended, and processes that it left behind")


def test_a_worker_that_refuses_persistd_is_killed_and_named(httpd):
    script = httpd.script()
    httpd.ensure(script, "deaf", low=1, high=1)
    line = httpd.logged("refuses persistd")
    (pid,) = re.findall(r"pid (\d+) is killed", line)
    assert str(script) in line
    assert line.endswith("Connection refused")
    wait_for(lambda: not alive(int(pid)), "its end")


def test_workers_that_leave_unused_are_told(httpd):
    fault, _, _, text = failing(httpd, httpd.script(), "quit")
    assert (fault, text) == (
        WORKER_CONNECT,
        "leaves before it takes a request",
    )


def test_a_flood_of_nonsense_is_one_line_in_the_log(httpd):
    httpd.ensure(httpd.script(), "flood")
    httpd.logged("PERSIST4002")
    wait_for(lambda: httpd.status()["workers"] == 0, "its end")
    assert httpd.log().count("PERSIST4002") == 1


def test_a_worker_that_prints_without_end_is_cut_short(httpd):
    """256 KiB a second are written of its 1.6 MB, that would take 6.5."""
    begin = time.monotonic()
    httpd.ensure(httpd.script(), "chatty")
    httpd.wait_live(1)
    size = len(httpd.log())
    periods = time.monotonic() - begin + 2
    assert size < periods * (260 << 10)


def test_a_table_full_of_nonsense_does_not_hurt_persistd(httpd):
    """Workers run as the same user: they can write every byte of it."""
    _, _pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    httpd.set(stop_ms=1000)  # it may seem to have requests
    child = Child(httpd)
    child.do("scribble", 12)
    for n in range(4):
        child.nudge(n)
    child.nudge(4000000000)
    assert httpd.status()["pid"] == httpd.process.pid
    assert httpd.stop() == 0
    assert not alive(pid)
    child.end()


def test_a_slot_that_is_overwritten_stays_its_workers(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    httpd.look()
    child.do("void", 0)
    wait_for(lambda: child.do("claim", pool) == 1, "a free unit")
    assert child.do("pid") == pid
    httpd.logged("PERSIST5004: the shared table was overwritten")
    assert httpd.live() == [pid]
    child.end()


def test_a_slot_that_a_worker_has_is_not_given_away(httpd):
    """The table could be made to name a live worker's socket: it is not the
    table that persistd believes."""
    httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)

    def is_seen():
        """Unless persistd has looked, and written it anew, before the start."""
        key = is_seen.key = is_seen.key + 1
        script = httpd.script(f"{key}.py")
        child.do("empty", 0)
        httpd.ensure(script, key=key)
        told = f"slot 0 of pid {pid} has been overwritten"
        wait_for(
            lambda: told in httpd.log() or httpd.live(script=script), "a start"
        )
        return told in httpd.log()

    is_seen.key = 1
    wait_for(is_seen, "the worker in the slot to be found")
    wait_for(lambda: not alive(pid), "its end")
    child.end()


def test_a_hundred_lives_leave_nothing_in_persistd(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, idle_ms=0)
    child = Child(httpd)
    wait_for(lambda: httpd.status()["workers"] == 0, "the first to retire")
    before = httpd.descriptors()
    for _ in range(100):
        child.do("enter", pool)
        child.nudge(pool)
        wait_for(lambda: child.do("unit", 0) == FREE, "a worker")
        child.do("leave")
        child.nudge(pool)
        wait_for(lambda: child.do("unit", 0) == VOID, "its end")
    wait_for(lambda: httpd.status()["workers"] == 0, "the last to retire")
    # The connection of the last question may still be open.
    wait_for(lambda: httpd.descriptors() <= before, "no more descriptors")
    names = os.listdir(httpd.instance / "p")
    assert not [x for x in names if x[:2] in ("w.", "l.")]
    child.end()
