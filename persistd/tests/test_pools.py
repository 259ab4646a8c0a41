# SPDX-License-Identifier: Apache-2.0
"""Pools that make room for each other."""

import ctypes
import os
import struct

from children import Child, at_work
from driver import failing
from processes import alive, terminate
from waiting import wait_for

BOOT_EXIT, POOLS_FULL = 2002, 2005
ALL_BUSY = "all pools have requests, or workers that come or go"


def test_a_pool_that_needs_a_worker_gets_an_idle_one_of_another(httpd):
    httpd.set(max_workers=1)
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


def test_who_was_idle_when_last_looked_at_may_be_busy_now(httpd):
    """Nobody nudges for a request that finds a worker at once."""
    httpd.set(max_workers=2)
    first, second = httpd.script("a.py"), httpd.script("b.py")
    pools = [httpd.ensure(first, key=1)[1], httpd.ensure(second, key=2)[1]]
    httpd.wait_live(2)
    busy, other, waiter = Child(httpd), Child(httpd), Child(httpd)
    wait_for(lambda: idle_ms(httpd, second) >= 1000, "a second of idleness")
    assert busy.do("claim", pools[1]) and other.do("claim", pools[0])
    waiter.do("enter", pools[0])
    waiter.nudge(pools[0])
    httpd.status()  # heard after the nudge
    assert busy.do("release") == 0, "its worker is told to leave"
    assert httpd.live(script=second)
    waiter.do("leave")
    for child in (busy, other, waiter):
        child.end()


def idle_ms(httpd, script):
    return next(
        worker["idle_ms"]
        for pool in httpd.status()["pools"]
        for worker in pool["workers"]
        if pool["script"] == str(script)
    )


def fill(httpd, count):
    """So many pools with a worker each, in the order of their last use."""
    scripts = [httpd.script(f"{n}.py") for n in range(count)]
    pools = []
    for n, script in enumerate(scripts):
        pools.append(httpd.ensure(script, key=n)[1])
        httpd.wait_live(1, script=script)
    return scripts, pools


def resident(httpd):
    return {pool["script"] for pool in httpd.status()["pools"]}


def test_one_owners_scripts_leave_room_for_anothers(httpd):
    """Half of the table's eight pools."""
    _, pools = fill(httpd, 4)
    with at_work(httpd, pools):
        fault, _, _, text = httpd.ensure(httpd.script("4.py"), key=4)
        assert (fault, text) == (
            POOLS_FULL,
            "half of the pools belong to this script's owner, and all of them "
            "have requests, or workers that come or go",
        )
        assert httpd.ensure("/usr/bin/env", key=5)[0] == 0
        httpd.wait_live(5)


def test_an_idle_pool_makes_room_for_another_of_its_owner(httpd):
    scripts, pools = fill(httpd, 4)
    (idle,) = httpd.live(script=scripts[1])
    with at_work(httpd, [pools[0], *pools[2:]]):
        fifth = httpd.script("4.py")
        assert httpd.ensure(fifth, key=4)[0] == 0
        wait_for(lambda: not alive(idle), "the idle worker to leave")
        httpd.wait_live(4)
        assert resident(httpd) == {
            str(x) for x in (*scripts[:1], *scripts[2:], fifth)
        }


def test_the_idle_pool_that_was_used_last_stays_longest(httpd):
    scripts, _ = fill(httpd, 4)
    for n, script in enumerate(scripts):
        if n != 2:
            httpd.ensure(script, key=n)
    assert httpd.ensure(httpd.script("4.py"), key=4)[0] == 0
    assert str(scripts[2]) not in resident(httpd)
    assert httpd.ensure(httpd.script("5.py"), key=5)[0] == 0
    assert str(scripts[0]) not in resident(httpd)
    httpd.wait_live(4)


def test_an_idle_pool_makes_room_for_another_owners(idle_httpd):
    httpd = idle_httpd.start(pools=1)
    (script,), pools = fill(httpd, 1)
    (idle,) = httpd.live(script=script)
    with at_work(httpd, pools):
        fault, _, _, text = httpd.ensure("/usr/bin/env", key=1)
        assert (fault, text) == (POOLS_FULL, ALL_BUSY)
    assert httpd.ensure("/usr/bin/env", key=1)[0] == 0
    wait_for(lambda: not alive(idle), "the idle worker to leave")
    assert resident(httpd) == {"/usr/bin/env"}


def test_a_worker_that_starts_keeps_its_pool(idle_httpd):
    httpd = idle_httpd.start(pools=1)
    httpd.ensure(httpd.script(), "hang", boot_ms=60000)
    fault, _, _, text = httpd.ensure("/usr/bin/env", key=2)
    assert (fault, text) == (POOLS_FULL, ALL_BUSY)


def test_who_left_with_its_pool_leaves_no_file(httpd):
    """Not even when it does not hear that it is to end."""
    httpd.set(stop_ms=200)
    httpd.ensure(httpd.script("0.py"), "stubborn", key=0)
    (stubborn,) = httpd.wait_live(1)
    for n in range(1, 5):
        assert httpd.ensure(httpd.script(f"{n}.py"), key=n)[0] == 0
    wait_for(lambda: not alive(stubborn), "its end by force")
    line = httpd.logged("its process has not ended after STOP")
    assert f"pid {stubborn} is killed" in line
    httpd.wait_live(4)
    wait_for(
        lambda: len(list((httpd.instance / "p").glob("w*"))) == 4,
        "one socket for each worker",
    )


def test_a_pool_that_backs_off_makes_room_last(httpd):
    """It would forget why, and be started again at once."""
    scripts, _ = fill(httpd, 3)
    broken, last = httpd.script("broken.py"), httpd.script("last.py")
    assert failing(httpd, broken, "fail", key=9)[0] == BOOT_EXIT
    wait_for(  # the first ones may be over before the others have been used
        lambda: httpd.ensure(broken, "fail", key=9)[2] > 3000,
        "a pause of four seconds",
    )
    for n, script in enumerate(scripts):
        assert httpd.ensure(script, key=n)[0] == 0
    assert httpd.ensure(last, key=10)[0] == 0
    assert resident(httpd) == {str(x) for x in (broken, *scripts[1:], last)}
    httpd.wait_live(3)


def test_pools_without_workers_make_room_before_others(httpd):
    scripts, _ = fill(httpd, 4)
    (pid,) = httpd.live(script=scripts[1])
    terminate(pid)
    wait_for(lambda: not httpd.live(script=scripts[1]), "the worker's end")
    assert httpd.ensure(httpd.script("4.py"), key=4)[0] == 0
    assert str(scripts[1]) not in resident(httpd)
    httpd.wait_live(4)


def test_a_pool_with_new_settings_supersedes_the_old_one(httpd):
    script = httpd.script()
    httpd.ensure(script, key=1, low=1, idle_ms=200)
    (old,) = httpd.wait_live(1)
    httpd.ensure(script, key=2, low=1)
    wait_for(lambda: not alive(old), "the old pool's worker to leave")
    httpd.wait_live(1)


def test_a_script_that_is_gone_keeps_no_workers(httpd):
    script = httpd.script("lib.py")  # which the worker says it has loaded
    way = {"low": 1, "idle_ms": 200}
    httpd.ensure(script, **way)
    (old,) = httpd.wait_live(1)
    script.unlink()
    wait_for(lambda: not alive(old), "its worker to leave")
    httpd.script("lib.py")
    httpd.ensure(script, **way)
    httpd.wait_live(1)


def test_a_worker_gets_no_more_requests_than_the_pool_wants(httpd):
    httpd.ensure(httpd.script("a.py"), "two", key=1, concurrency=1)
    httpd.ensure(httpd.script("b.py"), "two", key=2)
    httpd.wait_live(2)
    capacities = sorted(
        worker["capacity"]
        for pool in httpd.status()["pools"]
        for worker in pool["workers"]
    )
    assert capacities == [1, 2]


def test_a_lower_limit_reaches_running_workers(httpd):
    """Idle ones end at once, whatever MIN says, busy ones with their lease."""
    httpd.settings["stop_ms"] = 60000
    _, pool, _, _ = httpd.ensure(httpd.script(), low=6, high=6)
    before = httpd.wait_live(6)
    children = [Child(httpd) for _ in range(3)]
    for child in children:
        assert child.do("claim", pool) == 1
    busy = [child.do("pid") for child in children]
    lower(httpd, 3)
    wait_for(lambda: sum(map(alive, before)) == 3, "the end of idle workers")
    assert sorted(filter(alive, before)) == sorted(busy)
    lower(httpd, 1)
    httpd.wait_live(2, state="leaving")
    assert [child.do("holds") for child in children] == [1, 1, 1]
    for child in children:
        child.do("release")
        child.nudge(pool)
    wait_for(lambda: sum(map(alive, before)) == 1, "the end of busy workers")
    httpd.wait_live(1)
    assert "killed" not in httpd.log()
    for child in children:
        child.end()


def lower(httpd, limit):
    httpd.set(max_workers=limit)


class Renames:
    """Counts how often a name comes into a directory, by inotify."""

    # Creations, too: of equal events in a row only the first is told.
    IN_MOVED_TO, IN_CREATE = 0x80, 0x100

    def __init__(self, directory):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.fd = self.libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        path = os.fsencode(directory)
        mask = self.IN_MOVED_TO | self.IN_CREATE
        assert self.libc.inotify_add_watch(self.fd, path, mask) > 0

    def count(self, name):
        """Since the last call."""
        names, at = [], 0
        try:
            data = os.read(self.fd, 1 << 20)
        except BlockingIOError:
            return 0
        while at < len(data):
            size = struct.unpack_from("I", data, at + 12)[0]
            names.append(data[at + 16 : at + 16 + size].rstrip(b"\0"))
            at += 16 + size
        return names.count(os.fsencode(name))


def test_many_starts_write_the_journal_once(httpd):
    httpd.stop()
    httpd.settings["max_workers"] = 33
    httpd.start(slots=40)
    httpd.ensure(httpd.script(), low=0, high=33)
    httpd.wait_live(1)
    renames = Renames(httpd.instance / "p")
    renames.count("journal")
    httpd.ensure(httpd.script(), low=33, high=33)
    httpd.wait_live(33)
    # How many turns it takes depends on the machine; not one for each.
    assert 1 <= renames.count("journal") <= 16
    os.close(renames.fd)
