# SPDX-License-Identifier: Apache-2.0
"""Requests ahead: when and how many further units of a worker are offered."""

import os
import signal

import pytest
from children import FREE, LEASED, VOID, Child, waiting
from driver import answered
from pywire import STATUS
from test_hosts import CGI, claim
from test_reload import ROLLING, write
from waiting import wait_for

# µs: seven requests wait at a worker, one, none
SHORTEST, SHORT, LONG = 500, 6000, 50000
TEXT, METRICS = 0, 3


def units(child, count=2):
    """Of the worker that was claimed last."""
    return [child.do("unit", n) for n in range(count)]


def tell(child, took):
    """Two requests, one of them quick; on average they took so many µs."""
    child.do("served", 1)
    child.do("served", 2 * took - 1)


def serve(child, pool, took):
    assert child.do("claim", pool)
    tell(child, took)
    child.do("release")


def begin(httpd, *behaviours, count=1, took=SHORT, **options):
    """A pool with this many workers, all it may have, each of which has had one
    request. A child for each worker, which has claimed it last."""
    way = {"high": count, "low": 1, **options}
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, *behaviours, **way)
    if way["low"]:  # a request that waits for it may start another one
        httpd.wait_live(1, script=script)
    children = [claim(httpd, pool) for _ in range(count)]
    for child in children:
        tell(child, took)
        child.do("release")
    return pool, children


def wait_offered(child):
    child.httpd.look()
    wait_for(lambda: VOID not in units(child), "a second unit")


def wait_withdrawn(child):
    child.httpd.look()
    wait_for(lambda: VOID in units(child), "no second unit any more")


def begin_ahead(httpd, *behaviours, **options):
    """The same with workers that offer two units each."""
    pool, children = begin(httpd, "ahead", *behaviours, **options)
    for child in children:
        wait_offered(child)
    return pool, children


def begin_at_work(httpd, *behaviours, **options):
    """One worker with two requests."""
    pool, (first,) = begin_ahead(httpd, *behaviours, **options)
    assert first.do("claim", pool)
    second = claim(httpd, pool)
    assert units(first) == [LEASED, LEASED]
    return pool, first, second


def end(*children):
    for child in children:
        child.end()


def wait_looked(httpd):
    """Until persistd has measured all pools once more, and has done what is to
    be done after that."""
    httpd.look()
    httpd.status()


def test_short_requests_open_it(httpd):
    _, first, second = begin_at_work(httpd)
    third = Child(httpd)
    assert not third.do("claim", 0)
    end(first, second, third)


def test_it_is_not_open_while_a_worker_is_missing(httpd):
    pool, (first,) = begin(httpd, "ahead", high=2)
    wait_looked(httpd)
    assert units(first) == [FREE, VOID]
    assert first.do("claim", pool)
    second = Child(httpd)
    with waiting(httpd, pool):
        wait_for(lambda: second.do("claim", pool), "the second worker")
    wait_offered(first)
    wait_offered(second)
    end(first, second)


@pytest.mark.parametrize(
    ("behaviours", "options", "offered"),
    [
        ((), {}, [FREE, VOID]),
        (("ahead", "two"), {}, [FREE, FREE, VOID]),
        (("ahead", "many"), {"mode": CGI, "low": 0, "high": 8}, [FREE, VOID]),
    ],
    ids=["without the feature", "capacity 2", "host"],
)
def test_other_workers_have_none(httpd, behaviours, options, offered):
    _, (child,) = begin(httpd, *behaviours, **options)
    wait_looked(httpd)
    assert units(child, len(offered)) == offered
    child.end()


def offered(child):
    return 8 - units(child, 8).count(VOID)


def wait_offers(child, count):
    child.httpd.look()
    wait_for(lambda: offered(child) == count, f"{count} units")


def test_the_shorter_requests_are_the_more_are_ahead(httpd):
    pool, (child,) = begin(httpd, "ahead", took=SHORTEST)
    wait_offers(child, 8)
    for took, count in (3000, 4), (10000, 2), (LONG, 1), (1500, 7):
        serve(child, pool, took)
        wait_offers(child, count)
    child.end()


def test_seven_wait_at_a_worker(idle_httpd):
    httpd = idle_httpd.start(owners=16)
    pool, (child,) = begin(httpd, "ahead", took=SHORTEST)
    wait_offers(child, 8)
    children = [claim(httpd, pool) for _ in range(8)]
    assert units(child, 8) == [LEASED] * 8
    assert not child.do("claim", pool)
    (shown,) = httpd.status()["pools"]
    assert shown["waiting"] == 7
    end(child, *children)


def test_units_with_requests_are_withdrawn_later(httpd):
    pool, (child,) = begin(httpd, "ahead", took=SHORTEST)
    wait_offers(child, 8)
    children = [claim(httpd, pool) for _ in range(4)]
    child.do("served", LONG)
    wait_offers(child, 4)
    for count, other in enumerate(children[:3]):
        other.do("release")
        wait_offers(child, 3 - count)
    assert children[3].do("holds")
    end(child, *children)


def test_nothing_changes_while_a_request_is_finishing(httpd):
    """Its hard deadline counts from the last change of another unit."""
    _, first, second = begin_at_work(httpd, "busy")
    second.do("finishing")
    tell(first, SHORTEST)
    first.do("release")
    wait_looked(httpd)
    assert offered(first) == 2
    httpd.set(stop_ms=100)  # it would be waited for
    end(first, second)


def test_with_many_children_of_httpd_one_is_ahead(idle_httpd):
    httpd = idle_httpd.start(owners=256)
    _, (child,) = begin(httpd, "ahead", took=SHORTEST)
    wait_looked(httpd)
    assert offered(child) == 2
    child.end()


def test_long_requests_open_none(httpd):
    _, (child,) = begin(httpd, "ahead", took=LONG)
    wait_looked(httpd)
    assert units(child) == [FREE, VOID]
    child.end()


def test_long_requests_close_it(httpd):
    pool, (child,) = begin_ahead(httpd)
    serve(child, pool, LONG)
    wait_withdrawn(child)
    assert sorted(units(child)) == [VOID, FREE]
    serve(child, pool, SHORT)
    wait_offered(child)
    child.end()


@pytest.mark.parametrize(("took", "look"), [(SHORT, 36000), (100, 4000)])
def test_who_waits_looks_after_six_times_the_mean(httpd, took, look):
    pool, (child,) = begin(httpd, "ahead", took=took)
    wait_looked(httpd)
    assert child.do("look", pool) == look
    child.end()


def test_it_is_closed_after_the_requests_that_it_has(httpd):
    pool, first, second = begin_at_work(httpd)
    first.do("served", LONG)
    wait_looked(httpd)
    assert units(first) == [LEASED, LEASED]
    first.do("release")
    wait_withdrawn(first)
    assert second.do("holds")
    assert not first.do("claim", pool)
    second.do("release")
    assert first.do("claim", pool)
    assert not second.do("claim", pool)
    end(first, second)


def test_it_is_closed_when_a_worker_goes(httpd):
    _, (first, second) = begin_ahead(httpd, count=2)
    os.kill(first.do("pid"), signal.SIGKILL)
    wait_withdrawn(second)
    end(first, second)


def test_a_pool_that_lost_a_worker_grows_again(httpd):
    """The other worker has two requests, and a further one waits."""
    pool, (first, second) = begin_ahead(httpd, count=2)
    children = [claim(httpd, pool) for _ in range(4)]
    pid = children[0].do("pid")
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: httpd.live() and pid not in httpd.live(), "its end")
    with waiting(httpd, pool):
        httpd.wait_live(2)
    end(first, second, *children)


def test_its_unit_is_asked_for_and_freed(httpd):
    pool, first, second = begin_at_work(httpd)
    second.do("finishing")
    second.nudge(pool)
    wait_for(lambda: second.do("claim", pool), "a free unit")
    assert first.do("holds")
    assert "PERSIST" not in httpd.log()
    end(first, second)


def test_idle_for_a_ninth_unit_is_a_violation(httpd):
    httpd.ensure(httpd.script(), "ahead", "idle-beyond")
    assert "PERSIST4002" in httpd.logged("IDLE for a unit beyond its capacity")
    wait_for(lambda: httpd.status()["workers"] == 0, "its end")


def test_it_is_closed_while_new_code_fails(httpd):
    """Old code serves meanwhile."""
    script, way = httpd.script(), {"reload": ROLLING, "high": 1, "low": 1}
    pool, (child,) = begin_ahead(httpd, "fail-second", **way)
    write(script, "second")
    httpd.ensure(script, "ahead", "fail-second", **way)
    httpd.logged("PERSIST2002")
    serve(child, pool, LONG)
    wait_withdrawn(child)
    child.end()


def reported(httpd, form):
    link = httpd.connect(1)
    link.send(STATUS, form, "", 0, 0, 0)
    return b"".join(part[1] for part in answered(link)).decode()


def worker_of(httpd):
    ((worker,),) = [pool["workers"] for pool in httpd.status()["pools"]]
    return worker


def test_a_request_ahead_is_reported_as_waiting(httpd):
    _, first, second = begin_at_work(httpd)
    (pool,) = httpd.status()["pools"]
    assert pool["waiting"] == 1
    assert worker_of(httpd)["busy"] == worker_of(httpd)["capacity"] == 1
    text = reported(httpd, TEXT)
    assert "1 waiting" in text
    assert "1/1 busy" in text
    metrics = reported(httpd, METRICS)
    for name in "persist_busy_units{", "persist_waiting_requests{":
        assert value_of(metrics, name) == "1"
    second.do("release")
    assert httpd.status()["pools"][0]["waiting"] == 0
    end(first, second)


def test_a_request_that_was_taken_back_waits_once(httpd):
    """The worker has not come to drop it."""
    pool, first, second = begin_at_work(httpd, "busy")
    second.do("drop")
    with waiting(httpd, pool):
        (shown,) = httpd.status()["pools"]
    assert shown["waiting"] == 1
    assert worker_of(httpd)["busy"] == 1
    first.do("release")
    assert worker_of(httpd)["busy"] == 0
    httpd.set(stop_ms=100)  # it would be waited for
    end(first, second)


def value_of(metrics, name):
    (line,) = [x for x in metrics.splitlines() if x.startswith(name)]
    return line.split()[-1]
