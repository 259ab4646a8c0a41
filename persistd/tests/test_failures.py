# SPDX-License-Identifier: Apache-2.0
"""Scripts that can't be started, workers that die, and children that do."""

import datetime
import os
import pathlib
import time

from driver import Child, alive, terminate, wait_for

EXEC, BOOT_EXIT, BOOT_TIMEOUT, CRASH_LOOP = 2001, 2002, 2003, 2004
POOLS_FULL, WORKER_VERSION, DEFINITION = 2005, 2007, 2008
VOID, FREE, LEASED, FINISHING = 0, 2, 3, 4


def failing(httpd, script, *behaviours, **options):
    """Ensures until the pool tells its fault."""
    return wait_for(
        lambda: (
            (got := httpd.ensure(script, *behaviours, **options))[0] and got
        ),
        "a fault",
    )


def test_a_script_that_ends_at_boot_is_told_with_its_last_words(httpd):
    fault, _, retry, text = failing(httpd, httpd.script(), "fail")
    assert fault == BOOT_EXIT
    assert 0 < retry <= 1001
    assert text == "ended with status 1: cannot find the database"
    httpd.logged("PERSIST2002")


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


def test_a_boot_that_takes_too_long_is_killed(httpd):
    fault, _, _, _ = failing(httpd, httpd.script(), "hang", boot_ms=300)
    assert fault == BOOT_TIMEOUT
    assert httpd.status()["workers"] == 0


def test_a_missing_interpreter_is_named(httpd):
    script = httpd.script(text="#!/usr/bin/pyhton3\n")
    script.chmod(0o755)
    fault, _, _, text = failing(httpd, script, command=[])
    assert fault == EXEC
    assert text == (
        f"ended with status 126: {script}: No such file or "
        "directory: interpreter /usr/bin/pyhton3"
    )


def test_a_missing_command_is_named(httpd):
    fault, _, _, text = failing(
        httpd, httpd.script(), command=["/usr/bin/pyhton3"]
    )
    assert fault == EXEC
    assert text.endswith("/usr/bin/pyhton3: No such file or directory")


def test_windows_line_ends_are_seen(httpd):
    script = httpd.script(text="#!/usr/bin/python3\r\n")
    script.chmod(0o755)
    _, _, _, text = failing(httpd, script, command=[])
    assert text.endswith("(the script has Windows line ends)")


def test_another_protocol_version_is_refused(httpd):
    fault, _, _, _ = failing(httpd, httpd.script(), "version")
    assert fault == WORKER_VERSION


def test_a_script_that_is_not_there_is_told_at_once(httpd):
    fault, _, _, text = httpd.ensure(httpd.top / "nothing.py")
    assert (fault, text) == (EXEC, "No such file or directory")


def test_unusable_definitions_are_refused(httpd):
    script = httpd.script()
    assert httpd.ensure(script, high=1000)[0] == DEFINITION
    assert httpd.ensure(script, low=3, high=2)[0] == DEFINITION
    assert httpd.ensure(script, environment=["A=B", "x"])[0] == DEFINITION
    assert httpd.ensure(script, environment=["A", b"x\0y"])[0] == DEFINITION
    assert httpd.ensure(script, command=[b"a\0b"])[0] == DEFINITION
    assert httpd.status()["pools"] == []


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


def test_a_changed_script_is_tried_at_once(httpd):
    script = httpd.script()
    failing(httpd, script, "hang", boot_ms=300)
    first = httpd.status()["pools"][0]["version"]
    script.write_text("second, and longer\n")
    assert httpd.ensure(script, "busy", boot_ms=20000)[0] == 0
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


def test_a_worker_may_leave_by_itself(httpd):
    script = httpd.script()
    httpd.ensure(script, "quit")
    wait_for(
        lambda: httpd.status()["workers"] == 0 and httpd.workers,
        "the end of a worker that leaves",
    )
    assert "PERSIST" not in httpd.log()


def test_a_worker_that_speaks_something_else_is_killed(httpd):
    httpd.ensure(httpd.script(), "garbage")
    wait_for(lambda: httpd.workers or httpd.status(), "a worker")
    wait_for(lambda: httpd.status()["workers"] == 0, "its end")


def test_a_flood_of_nonsense_is_one_line_in_the_log(httpd):
    httpd.ensure(httpd.script(), "flood")
    httpd.logged("PERSIST4002")
    wait_for(lambda: httpd.status()["workers"] == 0, "its end")
    assert httpd.log().count("PERSIST4002") == 1


def test_a_finishing_unit_is_asked_for_and_freed(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("finishing")
    child.nudge(pool)
    wait_for(lambda: child.do("unit", 0) == FREE, "a free unit")
    child.end()


def test_a_worker_that_prints_without_end_is_cut_short(httpd):
    """256 KiB a second are written of its 1.6 MB, that would take 6.5."""
    begin = time.monotonic()
    httpd.ensure(httpd.script(), "chatty")
    httpd.wait_live(1)
    periods = time.monotonic() - begin + 2
    assert len(httpd.log()) < periods * (260 << 10)


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


def test_a_pool_that_needs_a_worker_gets_an_idle_one_of_another(httpd):
    httpd.settings["max_workers"] = 1
    httpd.send_settings()
    httpd.expect_up(0)
    first, second = httpd.script("a.py"), httpd.script("b.py")
    httpd.ensure(first, key=1)
    httpd.wait_live(1, script=first)
    _, pool, _, _ = httpd.ensure(second, key=2)
    child = Child(httpd)
    child.do("enter", pool)
    child.nudge(pool)
    httpd.wait_live(1, script=second)
    assert httpd.live(script=first) == []
    child.do("leave")
    child.end()


def test_one_owners_scripts_leave_room_for_anothers(httpd):
    """Half of the table's eight pools."""
    for n in range(4):
        assert httpd.ensure(httpd.script(f"{n}.py"), key=n)[0] == 0
    httpd.wait_live(4)
    fault, _, _, text = httpd.ensure(httpd.script("4.py"), key=4)
    assert fault == POOLS_FULL and "owner" in text
    assert httpd.ensure("/usr/bin/env", key=5)[0] == 0
    httpd.wait_live(5)


def test_a_pool_that_backs_off_makes_room_last(idle_httpd):
    """It would forget why, and be started again at once."""
    httpd = idle_httpd
    httpd.settings["max_workers"] = 1  # so the others have none, or one
    httpd.start()
    scripts = [httpd.script(f"{n}.py") for n in range(5)]
    assert failing(httpd, scripts[0], "fail", key=0)[0] == BOOT_EXIT
    for n, script in enumerate(scripts[1:], 1):
        assert httpd.ensure(script, key=n)[0] == 0
    names = [x["script"] for x in httpd.status()["pools"]]
    assert len(names) == 4 and str(scripts[0]) in names
    httpd.wait_live(1)


def test_pools_without_workers_make_room_for_others(httpd):
    scripts = [httpd.script(f"{n}.py") for n in range(6)]
    for n, script in enumerate(scripts[:4]):
        assert httpd.ensure(script, key=n)[0] == 0
    httpd.wait_live(4)
    assert httpd.ensure(scripts[4], key=4)[0] == POOLS_FULL
    (pid,) = httpd.live(script=scripts[1])
    terminate(pid)
    wait_for(lambda: not httpd.live(script=scripts[1]), "the worker's end")
    assert httpd.ensure(scripts[4], key=4)[0] == 0
    names = [x["script"] for x in httpd.status()["pools"]]
    assert str(scripts[1]) not in names and str(scripts[4]) in names


def test_a_pool_with_new_settings_supersedes_the_old_one(httpd):
    script = httpd.script()
    httpd.ensure(script, key=1, low=1, idle_ms=200)
    (old,) = httpd.wait_live(1)
    httpd.ensure(script, key=2, low=1)
    wait_for(lambda: not alive(old), "the old pool's worker to leave")
    httpd.wait_live(1)


def test_a_table_full_of_nonsense_does_not_hurt_persistd(httpd):
    """Workers run as the same user: they can write every byte of it."""
    _, _pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    child.do("scribble", 12)
    for n in range(4):
        child.nudge(n)
    child.nudge(4000000000)
    assert httpd.status()["pid"] == httpd.process.pid
    assert httpd.stop() == 0
    assert not alive(pid)
    child.end()


def test_a_slot_that_a_worker_has_is_not_given_away(httpd):
    """The table could be made to name a live worker's socket: it is not the
    table that persistd believes."""
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    socket_of = httpd.instance / "p/w.0.1"
    socket_of.stat()
    child = Child(httpd)
    child.do("void", 0)
    child.do("enter", pool)
    child.nudge(pool)
    httpd.logged(f"slot 0 of pid {pid} has been overwritten")
    wait_for(lambda: not alive(pid), "its end")
    wait_for(lambda: httpd.live() not in ([], [pid]), "another worker")
    names = sorted(x.name for x in (httpd.instance / "p").glob("w.*"))
    assert len(names) == 1 and names[0] != "w.0.1"
    child.do("leave")
    assert child.do("claim", pool) == 1
    assert child.do("pid") == httpd.live()[0]
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
    assert httpd.descriptors() == before
    names = os.listdir(httpd.instance / "p")
    assert not [x for x in names if x[:2] in ("w.", "l.")]
    child.end()
