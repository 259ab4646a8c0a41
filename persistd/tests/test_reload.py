# SPDX-License-Identifier: Apache-2.0
"""A script, or a file that it has loaded, changes."""

import contextlib
import pathlib

import pytest
from children import Child, at_work, waiting
from driver import look_was_late, play
from processes import alive, cpu_seconds, terminate
from waiting import wait_for

WAIT, ROLLING, OFF = 0, 1, 2


def write(path, text):
    """As careful people do: beside it, then into its place."""
    draft = path.with_name(".new")
    draft.write_text(text)
    draft.rename(path)


@pytest.mark.parametrize("way", [(), ("lazy",)])
def test_a_loaded_file_that_changes_ends_the_worker(httpd, way):
    script, library = httpd.script(), httpd.script("lib.py")
    httpd.ensure(script, *way)
    (old,) = httpd.wait_live(1)
    write(library, "second")
    wait_for(lambda: not alive(old), "the end of the old one")
    httpd.ensure(script, *way)
    assert old not in httpd.wait_live(1)


def test_what_happens_beside_the_loaded_files_costs_little(httpd):
    """One user's files must not keep persistd from the scripts of others."""
    httpd.stop()
    httpd.settings["max_workers"] = httpd.settings["owner_share"] = 20
    httpd.start(slots=30, pools=40)
    script, library = httpd.script(), httpd.script("lib.py")
    for key in range(1, 21):
        httpd.ensure(script, "glutton", key=key)
    (old, *_) = httpd.wait_live(20)
    before, other = cpu_seconds(httpd.process.pid), httpd.top / "other.txt"
    for _ in range(6000):
        other.touch()
        other.unlink()
    write(library, "second")
    wait_for(lambda: not alive(old), "the end of the old one")
    assert cpu_seconds(httpd.process.pid) - before < 1


def test_a_new_persistd_watches_on(httpd):
    script, library = httpd.script(), httpd.script("lib.py")
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    httpd.restart()
    assert httpd.wait_live(1) == [old]
    write(library, "second")
    wait_for(lambda: not alive(old), "the end of the old one")


def test_a_file_that_changes_while_nobody_looks(httpd):
    script, library = httpd.script(), httpd.script("lib.py")
    httpd.ensure(script)
    (old,) = httpd.wait_live(1)
    httpd.kill()
    write(library, "second")
    httpd.start()
    wait_for(lambda: not alive(old), "the end of the old one")


def test_rolling_lets_the_old_one_serve_until_the_new_one_is_ready(httpd):
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script, high=1, reload=ROLLING)
    (old,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    write(script, "second")
    httpd.ensure(script, high=1, reload=ROLLING)
    wait_for(lambda: httpd.live("leaving") == [old], "the old one to leave")
    assert len(httpd.live()) == 1
    child.do("release")
    child.nudge(pool)
    wait_for(lambda: not alive(old), "the end of the old one")
    assert child.do("claim", pool) == 1
    child.end()


def test_rolling_keeps_old_code_when_new_code_fails(httpd):
    script, library = httpd.script(), httpd.script("lib.py")
    httpd.ensure(script, "fail-later", reload=ROLLING)
    (old,) = httpd.wait_live(1)
    write(script, "second")
    fault, pool, _, _ = httpd.ensure(script, "fail-later", reload=ROLLING)
    assert fault == 0
    httpd.logged("PERSIST2002")
    assert httpd.live() == [old]
    assert httpd.status()["pools"][0]["fault"] == 2002
    assert httpd.ensure(script, "fail-later", reload=ROLLING)[0] == 0
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    child.do("release")
    # What is wrong is mended in another file.
    script.with_name("app.py.started").unlink()
    write(library, "mended")
    wait_for(lambda: not alive(old), "the end of the old one")
    wait_for(lambda: len(httpd.live()) == 1, "the new one")
    child.end()


def test_rolling_without_room_lets_old_code_serve(httpd):
    httpd.set(max_workers=3)
    script, way = httpd.script(), {"low": 3, "high": 3, "reload": ROLLING}
    httpd.ensure(script, "fail-second", **way)
    old = httpd.wait_live(3)
    write(script, "second")
    httpd.ensure(script, "fail-second", **way)
    httpd.logged("PERSIST2002")
    assert len(left := httpd.live()) == 2
    assert set(left) < set(old)


def start(httpd, workers):
    httpd.settings["max_workers"] = workers
    return httpd.start()


def test_rolling_gets_the_place_that_it_made(idle_httpd, far):
    """Another script, which has more workers, has waited for one for longer;
    it takes long to look at ours."""
    assert play(roll_where_another_waits, idle_httpd, far) == (4, 1)


def roll_where_another_waits(httpd, far):
    """How many workers the other script has then, and ours."""
    start(httpd, workers=7)
    script, other = far.script(), httpd.script("other.py")
    way = {"low": 3, "high": 3, "reload": ROLLING}
    _, ours, _, _ = httpd.ensure(script, **way)
    _, others, _, _ = httpd.ensure(other, key=2, low=4, high=5)
    httpd.wait_live(7)
    with at_work(httpd, [ours] * 3 + [others] * 4) as children:
        pids = [child.do("pid") for child in children]
        with waiting(httpd, others):
            far.script(text="second")
            httpd.ensure(script, **way)
            (old,) = httpd.wait_live(1, state="leaving")
            far.hang()
            children[pids.index(old)].do("release")
            children[pids.index(old)].nudge(ours)
            wait_for(lambda: not alive(old), "a place")
            children[-1].nudge(others)
            httpd.status()  # heard after the nudge
            far.answer()
            if look_was_late(httpd):
                return None
            httpd.logged("new code serves")
            return (
                len(httpd.live(script=other)),
                len(httpd.live(script=script)),
            )


def test_rolling_waits_for_what_becomes_of_a_free_place(idle_httpd, far):
    """It is kept for a script that has no worker and is being looked at."""
    httpd = start(idle_httpd, workers=3)
    lone = far.script()
    _, first, _, _ = httpd.ensure(lone)
    httpd.wait_live(1)
    httpd.order("drain", lone)
    script, way = httpd.script(), {"key": 2, "high": 1, "reload": ROLLING}
    _, ours, _, _ = httpd.ensure(script, **way)
    _, pair, _, _ = httpd.ensure(httpd.script("b.py"), key=3, low=2)
    httpd.wait_live(3)
    with at_work(httpd, [ours, pair, pair]) as children:
        pids = [child.do("pid") for child in children]
        with waiting(httpd, first):
            (old,) = httpd.wait_live(1, state="leaving")
            far.hang()
            children[pids.index(old)].do("release")
            children[pids.index(old)].nudge(pair)
            wait_for(lambda: not alive(old), "a place")
            write(script, "second")
            httpd.ensure(script, **way)
            assert pids[0] in httpd.live(script=script)
            far.answer()
            httpd.wait_live(1, script=lone)


def test_rolling_keeps_old_code_while_new_code_can_not_be_looked_at(
    idle_httpd, far
):
    """Nor is there room for it."""
    httpd = start(idle_httpd, workers=2)
    script = far.script()
    way = {"high": 1, "boot_ms": 60000, "reload": ROLLING}
    _, pool, _, _ = httpd.ensure(script, "hang-second", **way)
    (old,) = httpd.wait_live(1)
    with at_work(httpd, [pool]) as (child,):
        far.script(text="second")
        httpd.ensure(script, "hang-second", **way)
        (new,) = httpd.wait_live(1, state="starting")
        # In a read of the far file nothing would end it.
        httpd.logged("the second text is read")
        far.hang()
        terminate(new)
        httpd.logged("PERSIST3007")
        near = httpd.script("near.py")
        httpd.ensure(near, key=2)
        httpd.wait_live(1, script=near)
        child.nudge(pool)
        assert old in httpd.live()  # heard after the nudge
        far.answer()


def test_rolling_goes_on_under_a_new_persistd(httpd):
    script = httpd.script()
    httpd.ensure(script, "fail-later", reload=ROLLING)
    (old,) = httpd.wait_live(1)
    write(script, "second")
    httpd.ensure(script, "fail-later", reload=ROLLING)
    httpd.logged("PERSIST2002")
    script.with_name("app.py.started").unlink()
    httpd.restart()
    wait_for(lambda: not alive(old), "the end of the old one")
    wait_for(lambda: len(httpd.live()) == 1, "the new one")


def test_off_keeps_the_worker(httpd):
    script, library = httpd.script(), httpd.script("lib.py")
    httpd.ensure(script, reload=OFF)
    (old,) = httpd.wait_live(1)
    write(library, "second")
    write(script, "second")
    httpd.ensure(script, reload=OFF)
    httpd.script("other.py")
    httpd.ensure(httpd.script("other.py"), key=2)
    httpd.wait_live(2)
    assert old in httpd.live()


def test_what_no_worker_has_loaded_is_not_watched(httpd):
    """Each worker tells of a file in a directory of its own."""
    script = httpd.script()
    httpd.ensure(script, "hoard", high=1)
    (pid,) = httpd.wait_live(1)
    watches = wait_for(lambda: at_least(httpd, 3), "three directories")
    for text in ("second", "a third"):
        script.write_text(text)
        httpd.ensure(script, "hoard", high=1)
        wait_for(lambda pid=pid: not alive(pid), "the old worker's end")
        (pid,) = httpd.wait_live(1)
        wait_for(lambda: watched(httpd) == watches, "its directory, no other")
    httpd.order("drain", script)
    wait_for(lambda: watched(httpd) == 1, "the script's directory alone")


def at_least(httpd, count):
    return (got := watched(httpd)) >= count and got


def watched(httpd):
    """Directories that persistd watches."""
    count = 0
    for info in pathlib.Path(f"/proc/{httpd.process.pid}/fdinfo").iterdir():
        with contextlib.suppress(FileNotFoundError):
            count += info.read_text().count("inotify wd:")
    return count
