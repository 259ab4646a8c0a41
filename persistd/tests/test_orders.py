# SPDX-License-Identifier: Apache-2.0
"""What owners have done with the pools of their scripts."""

import re
import time

import pytest
from children import Child, at_work
from driver import failing, ordered
from processes import alive
from pywire import ORDER
from waiting import wait_for

FAULT_BOOT_EXIT, FAULT_POOLS_FULL, FAULT_STOPPED = 2002, 2005, 3006
DONE, FAILED, REFUSED, NO_POOL = range(4)


def states(httpd):
    return [pool["state"] for pool in httpd.status()["pools"]]


def test_a_stopped_script_has_no_workers_until_it_is_started(httpd):
    script = httpd.script()
    httpd.ensure(script, low=2)
    pids = httpd.wait_live(2)
    assert httpd.order("stop", script) == (DONE, 0, "stopped (2 workers)")
    assert not any(alive(pid) for pid in pids)
    assert httpd.ensure(script)[0] == FAULT_STOPPED
    assert states(httpd) == ["stopped"]
    assert httpd.order("start", script)[0] == DONE
    assert httpd.ensure(script)[0] == 0
    assert httpd.wait_live(1)


def test_who_waits_is_told_of_a_stop(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, high=1)
    httpd.wait_live(1)
    child = Child(httpd)
    failures = child.do("failures", pool)
    assert httpd.order("stop", script)[0] == DONE
    assert child.do("fault", pool) == FAULT_STOPPED
    assert child.do("failures", pool) == failures + 1
    child.end()


def test_a_stop_outlives_what_happens_to_script_settings_and_persistd(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    httpd.order("stop", script)
    script.write_text("another one\n")
    assert httpd.ensure(script)[0] == FAULT_STOPPED
    assert httpd.ensure(script, key=2)[0] == FAULT_STOPPED
    httpd.restart()
    assert httpd.ensure(script)[0] == FAULT_STOPPED
    assert httpd.ensure(script, key=3)[0] == FAULT_STOPPED
    child = Child(httpd)
    assert child.do("fault", 0) == FAULT_STOPPED
    child.end()
    assert httpd.order("start", script)[0] == DONE
    assert httpd.ensure(script, key=3)[0] == 0


def test_the_table_is_put_right_where_it_says_otherwise(httpd):
    """A killed persistd may have done one half of an order."""
    script = httpd.script()
    httpd.ensure(script)
    child = Child(httpd)
    child.do("spoil", FAULT_STOPPED)
    httpd.look()
    wait_for(lambda: child.do("fault", 0) == 0, "the fault to go")
    httpd.order("stop", script)
    child.do("spoil", 0)
    httpd.look()
    wait_for(lambda: child.do("fault", 0) == FAULT_STOPPED, "it to come back")
    child.do("spoil", 0)
    httpd.restart()
    wait_for(lambda: child.do("fault", 0) == FAULT_STOPPED, "it again")
    child.end()


def stopped_script(httpd, name, key):
    script = httpd.script(name)
    httpd.ensure(script, key=key)
    httpd.wait_live(1, script=script)
    assert httpd.order("stop", script)[0] == DONE
    return script


def test_a_stopped_pool_makes_room_last(httpd):
    """One owner has four; what is idle gives way before a stop does."""
    stopped = stopped_script(httpd, "stopped.py", 100)
    pools = []
    for n in range(5):
        fault, pool, _, _ = httpd.ensure(httpd.script(f"{n}.py"), key=n)
        assert fault == 0
        pools.append(pool)
        httpd.wait_live(min(n + 1, 3))
    assert httpd.ensure(stopped, key=100)[0] == FAULT_STOPPED
    with at_work(httpd, pools[2:]):
        fault, pool, _, _ = httpd.ensure(httpd.script("5.py"), key=5)
        assert fault == 0
        httpd.logged(f"pool {stopped}: its stop is forgotten")
        httpd.wait_live(4)
        with at_work(httpd, [pool]):
            assert httpd.ensure(stopped, key=100)[0] == FAULT_POOLS_FULL


def test_a_stopped_pool_without_its_script_makes_room_first(httpd):
    kept = stopped_script(httpd, "kept.py", 100)
    gone = stopped_script(httpd, "gone.py", 101)
    gone.unlink()
    for n in range(1, 4):
        assert httpd.ensure(httpd.script(f"{n}.py"), key=n)[0] == 0
    assert httpd.ensure(kept, key=100)[0] == FAULT_STOPPED
    assert "forgotten" not in httpd.log()


def test_new_settings_of_a_stopped_script_take_no_more_room(httpd):
    script = httpd.script()
    for key in range(1, 20):
        httpd.ensure(script, key=key)
        httpd.order("stop", script)
        assert httpd.ensure(script, key=key)[0] == FAULT_STOPPED
    assert httpd.ensure(httpd.script("other.py"), key=100)[0] == 0
    httpd.restart()
    assert httpd.ensure(script, key=200)[0] == FAULT_STOPPED


def test_a_stop_lets_a_lease_end(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    link = httpd.give_order("stop", script)
    httpd.wait_live(1, state="leaving")
    assert child.do("holds") == 1 and alive(pid)
    child.do("release")
    child.nudge(pool)
    assert ordered(link) == (DONE, 0, "stopped (1 worker)")
    child.end()


def test_a_stop_waits_no_longer_than_httpds_own(idle_httpd):
    httpd = idle_httpd
    httpd.settings["stop_ms"] = 100
    httpd.start()
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    assert httpd.order("stop", script)[0] == DONE
    assert not alive(pid) and child.do("holds") == 0
    httpd.logged("not ended within PersistStopTimeout")
    child.end()


def test_a_start_tells_why_it_failed_and_lifts_the_pause(httpd):
    script = httpd.script()
    failing(httpd, script, "fail")
    result, fault, text = httpd.order("start", script)
    assert (result, fault) == (FAILED, FAULT_BOOT_EXIT)
    assert "cannot find the database" in text
    httpd.ensure(script)  # without the failing behaviour: still held back
    assert httpd.order("start", script) == (DONE, 0, "started (1 worker)")


def test_a_restart_has_a_new_worker_before_an_old_one_leaves(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, low=2)
    old = set(httpd.wait_live(2))
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    link = httpd.give_order("restart", script)
    wait_for(lambda: set(httpd.live()) - old, "a new worker")
    wait_for(lambda: len(set(httpd.live()) - old) == 2, "both")
    child.do("release")
    child.nudge(pool)
    assert ordered(link) == (DONE, 0, "restarted (2 workers)")
    assert not set(httpd.wait_live(2)) & old
    child.end()


def test_a_restart_without_room_makes_some(idle_httpd):
    httpd = idle_httpd
    httpd.settings["max_workers"] = 1
    httpd.start()
    script = httpd.script()
    httpd.ensure(script, high=1)
    (old,) = httpd.wait_live(1)
    assert httpd.order("restart", script) == (DONE, 0, "restarted (1 worker)")
    assert not alive(old)


def test_a_restart_makes_no_copies_of_the_old_workers(httpd):
    script = httpd.script()
    httpd.ensure(script, "clones", low=1)
    httpd.wait_live(1)
    httpd.ensure(script, "hang", low=1)
    httpd.give_order("restart", script)
    httpd.wait_live(1, state="starting")
    httpd.ensure(script, "hang", low=3, high=4)
    httpd.wait_live(2, state="starting")
    assert "asked for a clone" not in httpd.log()


def test_a_restart_that_fails_keeps_the_old_workers(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    httpd.ensure(script, "fail")  # the same key: the next start fails
    result, fault, _ = httpd.order("restart", script)
    assert (result, fault) == (FAILED, FAULT_BOOT_EXIT)
    assert httpd.live() == [old]


def test_a_restart_of_a_changed_script_waits_for_the_new_one(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    httpd.ensure(script, "fail")
    script.write_text("another one\n")
    result, fault, _ = httpd.order("restart", script)
    assert (result, fault) == (FAILED, FAULT_BOOT_EXIT)
    assert not alive(old)
    httpd.ensure(script)
    assert httpd.order("restart", script) == (DONE, 0, "restarted (1 worker)")


def test_a_restart_does_not_fail_by_a_pool_with_older_settings(httpd):
    script = httpd.script()
    child, waiting = Child(httpd), Child(httpd)
    _, older, _, _ = httpd.ensure(script, key=1)
    httpd.wait_live(1)
    httpd.ensure(script, "fail", key=1)
    _, newer, _, _ = httpd.ensure(script, key=2)
    httpd.wait_live(2)
    assert child.do("claim", newer) == 1
    assert waiting.do("enter", older) == 0
    link = httpd.give_order("restart", script)
    httpd.logged(f"PERSIST{FAULT_BOOT_EXIT}")
    child.do("release")
    child.nudge(newer)
    result, fault, _ = ordered(link)
    assert (result, fault) == (DONE, 0)
    waiting.do("leave")
    waiting.end()
    child.end()


def test_a_restart_starts_what_was_stopped_and_a_reload_does_not(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    assert httpd.order("reload", script) == (DONE, 0, "reloaded (1 worker)")
    httpd.order("stop", script)
    assert httpd.order("reload", script)[0] == FAILED
    assert states(httpd) == ["stopped"]
    assert httpd.order("restart", script) == (DONE, 0, "restarted (1 worker)")
    assert httpd.wait_live(1)


def test_drained_workers_leave_and_the_next_request_starts_others(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    assert httpd.order("drain", script) == (DONE, 0, "drained (1 worker)")
    assert not alive(old) and httpd.live() == []
    assert httpd.ensure(script)[0] == 0
    assert httpd.wait_live(1)


def test_an_order_that_changes_nothing_writes_nothing(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    httpd.order("stop", script)
    written = (httpd.instance / "p/journal").stat()
    for verb in "stop", "drain", "stop":
        assert httpd.order(verb, script)[0] == DONE
    assert (httpd.instance / "p/journal").stat() == written


def unlogged(httpd):
    """Orders of which only their number is in the log."""
    return sum(map(int, re.findall(r"(\d+) orders were not", httpd.log())))


@pytest.mark.parametrize("debug", [0, 1])
def test_a_flood_of_orders_does_not_fill_the_log(idle_httpd, debug):
    idle_httpd.settings["debug"] = debug
    httpd = idle_httpd.start()
    folder = httpd.top.joinpath(*["x" * 200] * 15)
    folder.mkdir(parents=True)
    script = httpd.script(folder / "app.py")
    httpd.ensure(script)
    httpd.order("stop", script)
    begin = time.monotonic()
    for _ in range(50):  # side by side: all at once would be too many
        links = [httpd.give_order("drain", script) for _ in range(20)]
        assert [ordered(link)[0] for link in links] == [DONE] * 20
    told = httpd.log().count("drain, by order of")
    periods = time.monotonic() - begin + 2
    assert 0 < told * len(str(script)) < periods * (256 << 10)
    answers = httpd.log().count(": drained (")
    assert answers == (told if debug else 0)
    wait_for(lambda: unlogged(httpd) == 1000 - told, "the number of the others")


def test_an_order_goes_to_all_pools_of_the_script_and_no_other(httpd):
    first, second = httpd.script("a.py"), httpd.script("b.py")
    httpd.ensure(first, key=1)
    httpd.ensure(first, key=2)
    httpd.ensure(second, key=3)
    httpd.wait_live(3)
    assert httpd.order("stop", first) == (DONE, 0, "stopped (2 workers)")
    assert len(httpd.wait_live(1, script=second)) == 1
    assert sorted(states(httpd)) == ["ready", "stopped", "stopped"]


def test_orders_for_what_is_not_there(httpd):
    result, _, text = httpd.order("start", httpd.script())
    assert result == NO_POOL and "first request" in text


def test_who_gives_an_order_and_goes_is_not_missed(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    httpd.wait_live(1)
    child = Child(httpd)
    child.do("claim", pool)
    httpd.give_order("drain", script).close()
    httpd.wait_live(1, state="leaving")
    child.do("release")
    child.nudge(pool)
    httpd.wait_live(0, state="leaving")
    child.end()


def test_who_gives_two_orders_at_once_is_sent_away(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    httpd.wait_live(1)
    child = Child(httpd)
    child.do("claim", pool)
    link = httpd.give_order("drain", script)
    httpd.wait_live(1, state="leaving")
    link.send(ORDER, 1, str(script))
    assert link.receive() is None
    child.do("release")
    child.nudge(pool)
    child.end()
    link.close()
