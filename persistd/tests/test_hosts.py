# SPDX-License-Identifier: Apache-2.0
"""PersistMode cgi: each unit that a host offers is a place of PersistMaxWorkers
and of its owner's share."""

import contextlib
import pathlib

import pytest
from children import Child, waiting
from waiting import wait_for

OTHER = pathlib.Path("/usr/bin/env")  # root's, and so another owner's
CGI = 1


def host(httpd, script=None, **options):
    """A pool with a host that could have 8 programs."""
    script = script or httpd.script()
    options = {"mode": CGI, "high": 8, **options}
    _, pool, _, _ = httpd.ensure(script, "many", **options)
    httpd.wait_live(1, script=script)
    return pool


def claim(httpd, pool):
    """A request that waits until it has a unit."""
    child = Child(httpd)
    if not child.do("claim", pool):
        with waiting(httpd, pool):
            wait_for(lambda: child.do("claim", pool), "a unit")
    return child


@contextlib.contextmanager
def programs(httpd, pool, count):
    children = [claim(httpd, pool) for _ in range(count)]
    yield children
    for child in children:
        child.do("release")
        child.end()


def places(httpd):
    return httpd.status()["places"]


def start(httpd, workers, share):
    httpd.settings["max_workers"] = workers
    httpd.settings["owner_share"] = share
    return httpd.start()


def test_a_host_offers_no_more_than_there_is_room_for(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=4)
    pool = host(httpd)
    assert places(httpd) == 1
    with programs(httpd, pool, 4), waiting(httpd, pool) as fifth:
        assert places(httpd) == 4
        assert not fifth.do("claim", pool)
        other = httpd.script("other.py")
        httpd.ensure(other, key=2)
        assert httpd.live(script=other, state="starting") == []


def test_two_hosts_share_the_places(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=4)
    one = host(httpd)
    two = host(httpd, httpd.script("two.py"), key=2)
    with (
        programs(httpd, one, 3),
        programs(httpd, two, 1),
        waiting(httpd, one) as more,
        waiting(httpd, two),
    ):
        assert places(httpd) == 4
        assert not more.do("claim", one)
        assert not more.do("claim", two)


def test_what_a_host_does_not_use_is_a_workers_place(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=4)
    script, other = httpd.script(), httpd.script("other.py")
    pool = host(httpd, script)
    with programs(httpd, pool, 4):
        pass
    pids = httpd.live(script=script)
    _, its, _, _ = httpd.ensure(other, key=2)
    with waiting(httpd, its):
        httpd.wait_live(1, script=other)
    assert httpd.live(script=script) == pids, "the host is the same"
    assert places(httpd) <= 4


def test_a_busy_host_leaves_for_another_script(idle_httpd):
    """It ends after the programs that it has; each makes a place."""
    httpd = start(idle_httpd, workers=4, share=4)
    script, other = httpd.script(), httpd.script("other.py")
    pool = host(httpd, script)
    with programs(httpd, pool, 4) as children:
        _, its, _, _ = httpd.ensure(other, key=2)
        with waiting(httpd, its):
            httpd.wait_live(1, script=script, state="leaving")
            assert httpd.live(script=other) == []
            children[0].do("release")
            children[0].nudge(pool)
            httpd.wait_live(1, script=other)
        assert all(child.do("holds") for child in children[1:])


def test_programs_count_in_their_owners_share(idle_httpd):
    """One with his share gets no unit for which another owner waits."""
    httpd = start(idle_httpd, workers=4, share=2)
    script = httpd.script()
    pool = host(httpd, script)
    with programs(httpd, pool, 4) as children:
        _, other, _, _ = httpd.ensure(OTHER, key=9)
        with waiting(httpd, other), waiting(httpd, pool):
            httpd.wait_live(1, script=script, state="leaving")
            children[0].do("release")
            children[0].nudge(pool)
            httpd.wait_live(1, script=OTHER)


def test_min_is_kept_when_a_host_is_idle(idle_httpd):
    httpd = start(idle_httpd, workers=8, share=8)
    script, way = httpd.script(), {"mode": CGI, "high": 8, "low": 2}
    pool = host(httpd, script, **way)
    with programs(httpd, pool, 5):
        assert places(httpd) == 5
    httpd.ensure(script, "many", **way, idle_ms=300)  # it was long until now
    wait_for(lambda: places(httpd) == 2, "PersistIdleTimeout")


def test_a_lower_limit_takes_idle_units(idle_httpd):
    httpd = start(idle_httpd, workers=8, share=8)
    script = httpd.script()
    pool = host(httpd, script)
    with programs(httpd, pool, 6):
        pass
    pids = httpd.live(script=script)
    httpd.set(max_workers=3)
    wait_for(lambda: places(httpd) <= 3, "fewer places")
    assert httpd.live(script=script) == pids


@pytest.mark.parametrize("high", [8, 100])  # in the slot's home, and beyond
def test_a_successor_knows_what_is_offered(idle_httpd, high):
    httpd = start(idle_httpd, workers=8, share=8)
    pool = host(httpd, high=high)
    with programs(httpd, pool, 3) as children:
        children[0].do("release")
        httpd.restart()
        httpd.wait_live(1)
        assert places(httpd) == 3
        assert all(child.do("holds") for child in children[1:])
        assert children[0].do("claim", pool)
        with waiting(httpd, pool) as fourth:
            wait_for(lambda: fourth.do("claim", pool), "one more unit")
            assert places(httpd) == 4
            fourth.do("release")
