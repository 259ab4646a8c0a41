# SPDX-License-Identifier: Apache-2.0
"""How many workers of a pool run at a time, with one processor."""

import os

import pytest
from children import Child
from test_ahead import (
    begin,
    begin_ahead,
    end,
    serve,
    wait_looked,
    wait_offered,
    wait_withdrawn,
)
from waiting import wait_for

SHORT = 6000  # µs
ENOUGH = 16  # requests of which workers have told


@pytest.fixture
def alone(httpd):
    """An httpd whose persistd may use one processor alone."""
    processors = os.sched_getaffinity(httpd.process.pid)
    os.sched_setaffinity(httpd.process.pid, {min(processors)})
    return httpd


def tell(child, slept, count=ENOUGH):
    for _ in range(count):
        child.do("told", slept)


def are_together(first, second, pool):
    """Whether the second of two requests waits for the first, although the
    other worker is idle."""
    for child in first, second:
        assert child.do("join", pool)
    result = first.do("slot") == second.do("slot")
    for child in first, second:
        child.do("release")
    return result


def wait_together(first, second, pool):
    first.httpd.look()
    wait_for(lambda: are_together(first, second, pool), "a shared worker")


def wait_apart(first, second, pool):
    first.httpd.look()
    wait_for(lambda: not are_together(first, second, pool), "two workers")


def test_requests_that_compute_share_a_worker(alone):
    pool, (first, second) = begin_ahead(alone, count=2)
    assert not are_together(first, second, pool)
    tell(first, 0)
    wait_together(first, second, pool)
    end(first, second)


def test_requests_that_sleep_do_not(alone):
    pool, (first, second) = begin_ahead(alone, count=2)
    tell(first, 0)
    wait_together(first, second, pool)
    tell(second, 1)
    wait_apart(first, second, pool)

    def are_together_after_some_more():
        tell(first, 0)
        alone.look()
        return are_together(first, second, pool)

    wait_for(are_together_after_some_more, "a shared worker")
    end(first, second)


def test_few_requests_say_nothing(alone):
    pool, (first, second) = begin_ahead(alone, count=2)
    tell(first, 0, ENOUGH - 1)
    wait_looked(alone)
    assert not are_together(first, second, pool)
    end(first, second)


def test_each_processor_has_a_worker(httpd):
    """Where there are no more workers than processors, all of them run."""
    processors = len(os.sched_getaffinity(httpd.process.pid))
    if processors == 1:
        pytest.skip("needs two processors")
    pool, (first, second) = begin_ahead(httpd, count=2)
    tell(first, 0)
    wait_looked(httpd)
    assert not are_together(first, second, pool)
    end(first, second)


def test_more_processors_count_at_once(alone):
    processors = os.sched_getaffinity(0)
    if len(processors) == 1:
        pytest.skip("needs two processors")
    pool, (first, second) = begin_ahead(alone, count=2)
    tell(first, 0)
    wait_together(first, second, pool)
    os.sched_setaffinity(alone.process.pid, processors)
    wait_apart(first, second, pool)
    end(first, second)


def test_long_requests_do_not(alone):
    """They would have to wait for long."""
    pool, (first, second) = begin_ahead(alone, count=2)
    tell(first, 0)
    wait_together(first, second, pool)
    serve(first, pool, 50000)
    wait_apart(first, second, pool)
    end(first, second)


def test_the_other_worker_begins_when_one_is_full(alone):
    pool, (first, second) = begin_ahead(alone, count=2)
    tell(first, 0)
    wait_together(first, second, pool)
    children = [Child(alone) for _ in range(3)]
    for child in children:
        assert child.do("join", pool)
    slots = [child.do("slot") for child in children]
    assert slots[0] == slots[1] != slots[2]
    end(first, second, *children)


def test_a_worker_for_each_processor_is_enough(alone):
    """Others may end when they have been idle for long."""
    pool, (child,) = begin(alone, "ahead", high=2)
    tell(child, 0)
    wait_offered(child)
    tell(child, 1, 2 * ENOUGH)
    serve(child, pool, SHORT)
    wait_withdrawn(child)
    child.end()


def test_the_status_shows_it(alone):
    _, (first, second) = begin_ahead(alone, count=2)
    (pool,) = alone.status()["pools"]
    assert pool["together"] == 0
    tell(first, 0)
    alone.look()
    wait_for(lambda: alone.status()["pools"][0]["together"] == 1, "it")
    end(first, second)
