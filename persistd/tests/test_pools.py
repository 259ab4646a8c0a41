# SPDX-License-Identifier: Apache-2.0
"""Pools that make room for each other."""

from driver import Child, alive, failing, terminate, wait_for

BOOT_EXIT, POOLS_FULL = 2002, 2005


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


def test_who_was_idle_when_last_looked_at_may_be_busy_now(httpd):
    """Nobody nudges for a request that finds a worker at once."""
    httpd.settings["max_workers"] = 2
    httpd.send_settings()
    httpd.expect_up(0)
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
