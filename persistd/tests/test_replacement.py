# SPDX-License-Identifier: Apache-2.0
"""Workers that have done enough are replaced."""

from children import Child
from processes import alive
from waiting import wait_for


def test_a_worn_worker_leaves_when_its_successor_is_ready(httpd):
    """The first is at MAX, and busy with its last request."""
    _, pool, _, _ = httpd.ensure(httpd.script(), high=1, max_requests=1)
    (old,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    assert child.do("release") == 1  # which asks for a nudge
    child.nudge(pool)
    wait_for(lambda: not alive(old), "the end of the worn one")
    assert len(httpd.live()) == 1
    assert f"pid {old} is to be replaced: PersistMaxRequests" in httpd.log()
    child.end()


def test_a_successor_that_fails_to_boot_costs_no_worker(httpd):
    script = httpd.script()
    httpd.ensure(script, "fail-later", max_age_ms=300)
    (old,) = httpd.wait_live(1)
    httpd.logged("ended before it was ready")
    assert httpd.live() == [old]


def test_a_worn_worker_leaves_first_where_there_is_no_room(httpd):
    httpd.set(max_workers=1)
    httpd.ensure(httpd.script(), low=1, max_age_ms=300)
    (old,) = httpd.wait_live(1)
    wait_for(lambda: not alive(old), "the end of the worn one")
    assert old not in httpd.wait_live(1)


def test_an_adopted_worker_keeps_its_count(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), max_requests=2)
    (old,) = httpd.wait_live(1)
    child = Child(httpd)
    for _ in range(2):
        child.do("claim", pool)
        child.do("release")
    httpd.restart()
    wait_for(lambda: not alive(old), "the end of the worn one")
    child.end()
