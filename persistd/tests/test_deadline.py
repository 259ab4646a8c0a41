# SPDX-License-Identifier: Apache-2.0
"""LATE from httpd, and what the worker gets of it."""

from children import Child
from pywire import LATE


def claimed(httpd, *behaviours):
    _, pool, _, _ = httpd.ensure(httpd.script(), *behaviours)
    httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    return child, child.do("slot"), child.do("incarnation")


def test_a_late_request_is_told_to_its_worker(httpd):
    child, slot, incarnation = claimed(httpd)
    child.link.send(LATE, slot, incarnation, "id-1")
    httpd.logged("late id-1")
    child.end()


def test_the_signal_that_ready_has_named_comes_behind_it(httpd):
    child, slot, incarnation = claimed(httpd, "signal")
    child.link.send(LATE, slot, incarnation, "id-1")
    httpd.logged("late id-1")
    httpd.logged("signal")
    child.end()


def test_a_new_persistd_knows_the_signal_before_the_worker_names_it(httpd):
    child, slot, incarnation = claimed(httpd, "signal", "busy-later")
    httpd.restart()
    httpd.wait_live(1)
    child.link.close()
    child.link = httpd.connect(0, child.owner)
    child.link.send(LATE, slot, incarnation, "id-1")
    httpd.logged("signal")
    child.end()


def test_nobody_else_is_told(httpd):
    child, slot, incarnation = claimed(httpd)
    child.link.send(LATE, slot, incarnation + 1, "older")
    child.link.send(LATE, slot + 1, incarnation, "other")
    child.link.send(LATE, 4000000000, 1, "nobody")
    child.link.send(LATE, slot, incarnation, "id-1")
    httpd.logged("late id-1")
    assert httpd.log().count("late ") == 1
    child.end()
