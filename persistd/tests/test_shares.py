# SPDX-License-Identifier: Apache-2.0
"""PersistCeiling OwnerShare: what scripts of one owner leave to another's. The
other owner is root, by a file of the system's."""

import contextlib
import pathlib

import pytest
from children import Child, at_work, waiting
from driver import look_was_late, play
from processes import alive, script_runs
from waiting import wait_for

OTHER = pathlib.Path("/usr/bin/env")
ROOTS = [pathlib.Path(f"/usr/bin/{name}") for name in ("env", "id", "wc")]
ROLLING = 1


def start(httpd, workers, share):
    httpd.settings["max_workers"] = workers
    httpd.settings["owner_share"] = share
    return httpd.start()


def hang(httpd, count):
    """So many scripts of ours that start for ever, and their pids."""
    pids, pools = [], []
    for n in range(count):
        script = httpd.script(f"{n}.py")
        pools.append(httpd.ensure(script, "hang", key=n, boot_ms=60000)[1])
        pids += httpd.wait_live(1, state="starting", script=script)
    wait_for(lambda: all(map(script_runs, pids)), "the scripts' first line")
    return pids, pools


def faults(httpd):
    return [pool["fault"] for pool in httpd.status()["pools"] if pool["fault"]]


def ended_early(httpd):
    """How many have ended for another owner before they were ready."""
    return httpd.log().count("ends before it is ready")


def make_early(httpd):
    """The other owner's pool, before any of ours; it has no worker."""
    httpd.ensure(OTHER, key=9)
    httpd.wait_live(1)
    httpd.order("drain", OTHER)
    httpd.wait_live(0)


def test_one_owner_may_start_as_many_as_there_are_places(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=3)
    hang(httpd, 4)
    httpd.wait_live(4, state="starting")


@pytest.mark.parametrize("early", [False, True])
def test_starting_workers_beyond_the_share_end_for_another(idle_httpd, early):
    httpd = start(idle_httpd, workers=4, share=3)
    if early:
        make_early(httpd)
    pids, pools = hang(httpd, 4)
    with waiting(httpd, pools[3]):
        _, other, _, _ = httpd.ensure(OTHER, key=9)
        with waiting(httpd, other):
            httpd.wait_live(1, script=OTHER)
        wait_for(lambda: not alive(pids[3]), "the end of the last one")
        assert all(alive(pid) for pid in pids[:3])
        httpd.wait_live(3, state="starting")
        assert faults(httpd) == []
        assert "PERSIST20" not in httpd.log().replace("PERSIST2006", "")


def test_starting_workers_within_the_share_go_on(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=4)
    pids, _ = hang(httpd, 4)
    _, other, _, _ = httpd.ensure(OTHER, key=9)
    with waiting(httpd, other):
        httpd.logged(f"requests wait for the first of pool {OTHER}")
        assert sorted(httpd.live(state="starting")) == sorted(pids)


@pytest.mark.parametrize("early", [False, True])
def test_who_has_his_share_takes_no_place_of_another(idle_httpd, early):
    """A place that turns free is the other one's, who waits and has less,
    though ours has waited for longer."""
    httpd = start(idle_httpd, workers=4, share=2)
    if early:
        make_early(httpd)
    scripts = [httpd.script(f"{n}.py") for n in range(3)]
    pools = [httpd.ensure(x, key=n)[1] for n, x in enumerate(scripts)]
    others = [httpd.ensure("/usr/bin/id", key=10)[1]]
    httpd.wait_live(4)
    _, fourth, _, _ = httpd.ensure(httpd.script("3.py"), "hang", key=3)
    places = pools + others
    with at_work(httpd, places) as children, waiting(httpd, fourth):
        httpd.logged("requests wait for the first of pool")
        _, other, _, _ = httpd.ensure(OTHER, key=9)
        with waiting(httpd, other):
            (leaving,) = httpd.wait_live(1, state="leaving")
            at = [child.do("pid") for child in children].index(leaving)
            assert at < len(pools), "it is one of ours"
            children[at].do("release")
            children[at].nudge(places[at])
            httpd.wait_live(1, script=OTHER)
            assert httpd.live(state="starting") == []


def test_a_reload_takes_no_place_for_which_another_waits(idle_httpd):
    """The old worker is busy, and the new code never becomes ready."""
    httpd = start(idle_httpd, workers=2, share=1)
    script = httpd.script()
    way = {"high": 1, "boot_ms": 60000, "reload": ROLLING}
    _, pool, _, _ = httpd.ensure(script, "hang-second", **way)
    httpd.wait_live(1)
    with at_work(httpd, [pool]):
        httpd.script(text="second")
        httpd.ensure(script, "hang-second", **way)
        httpd.wait_live(1, state="starting")
        _, other, _, _ = httpd.ensure(OTHER, key=9)
        with waiting(httpd, other):
            httpd.wait_live(1, script=OTHER)
        assert ended_early(httpd) <= 2


@contextlib.contextmanager
def all_at_work(httpd, far):
    """A pool of ours whose script is far away, and root's pools, whose workers
    have the three other places."""
    _, ours, _, _ = httpd.ensure(far.script(), key=9)
    httpd.wait_live(1)
    pools = [httpd.ensure(x, key=n)[1] for n, x in enumerate(ROOTS)]
    httpd.wait_live(4)
    with at_work(httpd, [ours, *pools]) as (_, *children):
        yield ours, pools, children


def test_a_place_is_kept_while_the_script_is_looked_at(idle_httpd, far):
    assert play(look_while_another_waits, idle_httpd, far) == ([], 0)


def look_while_another_waits(httpd, far):
    """Which workers start when the look has got the place, and how many have
    ended for it."""
    start(httpd, workers=4, share=2)
    way = {"key": 8, "boot_ms": 60000}
    with all_at_work(httpd, far) as (ours, pools, children):
        _, another, _, _ = httpd.ensure("/usr/bin/tr", "hang", **way)
        with waiting(httpd, another), waiting(httpd, ours):
            (leaving,) = httpd.wait_live(1, state="leaving")
            at = [child.do("pid") for child in children].index(leaving)
            far.hang()
            children[at].do("release")
            children[at].nudge(pools[at])
            wait_for(lambda: not alive(leaving), "a place")
            children[at].nudge(another)
            httpd.status()  # heard after the nudge
            far.answer()
            if look_was_late(httpd):
                return None
            httpd.wait_live(2, script=far.path / "app.py")
            return httpd.live(state="starting"), ended_early(httpd)


def test_no_place_is_made_for_a_script_that_can_not_be_started(idle_httpd, far):
    """Its file system does not answer."""
    httpd = start(idle_httpd, workers=4, share=2)
    _, ours, _, _ = httpd.ensure(far.script(), key=9)
    httpd.wait_live(1)
    for n, path in enumerate(ROOTS):
        _, last, _, _ = httpd.ensure(path, "hang", key=n, boot_ms=60000)
    httpd.wait_live(3, state="starting")
    with at_work(httpd, [ours]), waiting(httpd, last):
        far.hang()
        with waiting(httpd, ours) as child:
            httpd.logged("PERSIST3007")
            httpd.wait_live(3, state="starting")
            child.nudge(ours)
            httpd.status()  # heard after the nudge
            assert ended_early(httpd) == 1
        far.answer()


def test_an_owner_who_is_not_known_yet_has_his_share(idle_httpd, far):
    """A new persistd has adopted our workers. The file system of another script
    of ours is slow to show whose it is."""
    httpd = start(idle_httpd, workers=3, share=2)
    cold = far.script()
    _, pool, _, _ = httpd.ensure(cold, key=9)
    httpd.wait_live(1)
    httpd.order("drain", cold)
    httpd.wait_live(0)
    pids, _ = hang(httpd, 3)
    child = Child(httpd)
    child.do("enter", pool)
    far.hang()
    httpd.restart()
    child.wait_looked(3)
    assert sorted(httpd.live(state="starting")) == sorted(pids)
    far.answer()
    child.do("leave")
    assert ended_early(httpd) == 0
    child.end()
