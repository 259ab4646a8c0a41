# SPDX-License-Identifier: Apache-2.0
"""Requests ahead where a worker ends or persistd does: what is idle, what is
adopted, and what is still served."""

import pytest
from children import FINISHING, FREE
from processes import alive
from test_ahead import (
    LONG,
    SHORT,
    begin,
    begin_ahead,
    begin_at_work,
    end,
    serve,
    units,
    wait_looked,
    wait_offered,
    wait_withdrawn,
    worker_of,
)
from test_reload import ROLLING, write
from waiting import wait_for


def lower_idle_time(httpd, *behaviours):
    """Of the pool that begin() has made: it was too long to be reached."""
    script, way = httpd.top / "app.py", {"high": 1, "low": 0, "idle_ms": 300}
    assert httpd.ensure(script, *behaviours, **way)[0] == 0


def test_a_worker_with_two_free_units_is_idle(httpd):
    _, (child,) = begin_ahead(httpd, low=0)
    pid = child.do("pid")
    lower_idle_time(httpd, "ahead")
    wait_for(lambda: not alive(pid), "PersistIdleTimeout")
    child.end()


def test_a_worker_with_a_finishing_unit_is_not_idle(httpd):
    """It outlasts a worker that began to be idle later."""
    _, first, second = begin_at_work(httpd, "busy", low=0)
    second.do("finishing")
    first.do("release")
    pid = first.do("pid")
    wait_looked(httpd)
    other = httpd.script("other.py")
    httpd.ensure(other, key=2)
    httpd.wait_live(1, script=other)
    lower_idle_time(httpd, "ahead", "busy")
    httpd.ensure(other, key=2, idle_ms=300)
    httpd.wait_live(0, script=other)
    assert alive(pid)
    assert sorted(units(first)) == [FREE, FINISHING]
    httpd.set(stop_ms=100)  # it would be waited for
    end(first, second)


def test_a_successor_adopts_both_units(httpd):
    _, first, second = begin_at_work(httpd)
    pid = first.do("pid")
    httpd.restart()
    assert httpd.wait_live(1) == [pid]
    assert worker_of(httpd)["capacity"] == 1
    assert first.do("holds")
    assert second.do("holds")
    second.do("finishing")
    httpd.look()
    wait_for(lambda: FREE in units(first), "a free unit")
    first.do("served", LONG)
    wait_withdrawn(first)
    end(first, second)


def test_a_successor_closes_what_its_predecessor_had_opened(httpd):
    pool, (child,) = begin_ahead(httpd)
    httpd.kill()
    serve(child, pool, LONG)
    httpd.start()
    wait_withdrawn(child)
    child.end()


def test_a_successor_opens_what_its_predecessor_had_not(httpd):
    pool, (child,) = begin(httpd, "ahead")
    httpd.kill()
    serve(child, pool, SHORT)
    httpd.start()
    wait_offered(child)
    child.end()


def test_a_successor_knows_an_idle_worker(httpd):
    _, (child,) = begin_ahead(httpd, low=0)
    pid = child.do("pid")
    httpd.restart()
    assert httpd.wait_live(1) == [pid]
    lower_idle_time(httpd, "ahead")
    wait_for(lambda: not alive(pid), "PersistIdleTimeout")
    child.end()


def ends_after(httpd, pool, pid, first, second):
    """The worker waits for its second request; the next one is like it."""
    assert second.do("holds")
    second.do("release")
    second.nudge(pool)
    wait_for(lambda: not alive(pid), "the end of the worker")
    httpd.wait_live(1)
    assert first.do("claim", pool)
    wait_offered(first)
    end(first, second)


@pytest.mark.parametrize("reload", [0, ROLLING])
def test_a_leaving_worker_ends_after_both(httpd, reload):
    script = httpd.script()
    pool, first, second = begin_at_work(httpd, reload=reload)
    pid = first.do("pid")
    write(script, "second")
    httpd.ensure(script, "ahead", high=1, low=1, reload=reload)
    httpd.wait_live(1, "leaving")
    first.do("release")
    first.nudge(pool)
    httpd.status()
    assert httpd.live("leaving") == [pid]
    ends_after(httpd, pool, pid, first, second)


def test_a_worn_worker_ends_after_both(httpd):
    pool, first, second = begin_at_work(httpd, max_requests=2)
    pid = first.do("pid")
    assert first.do("release")  # its second one: persistd has to be nudged
    first.nudge(pool)
    httpd.wait_live(1, "leaving")
    ends_after(httpd, pool, pid, first, second)
