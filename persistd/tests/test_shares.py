# SPDX-License-Identifier: Apache-2.0
"""PersistCeiling OwnerShare: what scripts of one owner leave to another's. The
other owner is root, by a file of the system's."""

import contextlib
import pathlib

from driver import Child, alive, at_work, wait_for

OTHER = pathlib.Path("/usr/bin/env")


def start(httpd, workers, share):
    httpd.settings["max_workers"] = workers
    httpd.settings["owner_share"] = share
    return httpd.start()


@contextlib.contextmanager
def waiting(httpd, pool):
    """A request waits in this pool, and persistd knows."""
    child = Child(httpd)
    child.do("enter", pool)
    child.nudge(pool)
    yield child
    child.do("leave")
    child.end()


def hang(httpd, count):
    """So many scripts of ours that start for ever, and their pids."""
    pids, pools = [], []
    for n in range(count):
        script = httpd.script(f"{n}.py")
        pools.append(httpd.ensure(script, "hang", key=n, boot_ms=60000)[1])
        pids += httpd.wait_live(1, state="starting", script=script)
    return pids, pools


def faults(httpd):
    return [pool["fault"] for pool in httpd.status()["pools"] if pool["fault"]]


def test_one_owner_may_start_as_many_as_there_are_places(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=3)
    hang(httpd, 4)
    httpd.wait_live(4, state="starting")


def test_starting_workers_beyond_the_share_end_for_another_owner(idle_httpd):
    httpd = start(idle_httpd, workers=4, share=3)
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


def test_who_has_his_share_takes_no_place_for_which_another_waits(idle_httpd):
    """A place that turns free is the other one's, who has less, though ours
    has waited for longer."""
    httpd = start(idle_httpd, workers=4, share=2)
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
