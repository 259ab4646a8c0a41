# SPDX-License-Identifier: Apache-2.0
"""persistd is killed, at any moment, and started again."""

import os
import random
import signal

import pytest
from children import Child
from driver import BUILD, Httpd
from processes import alive, script_runs, terminate
from waiting import DEADLINE, wait_for

ADMIN = {"name": "admin", "token": b""}


def test_a_new_persistd_adopts_the_same_worker(httpd):
    script = httpd.script()
    first = httpd.ensure(script)
    pids = httpd.wait_live(1)
    httpd.restart()
    assert httpd.wait_live(1) == pids
    assert httpd.ensure(script)[:2] == first[:2]
    assert httpd.live() == pids


def test_a_lease_outlives_persistd(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    httpd.restart()
    httpd.wait_live(1)
    assert child.do("holds") == 1
    assert child.do("release") >= 0
    assert child.do("claim", pool) == 1
    assert child.do("pid") == pid
    child.end()


def capacities(httpd):
    return sorted(
        worker["capacity"]
        for pool in httpd.status()["pools"]
        for worker in pool["workers"]
    )


def test_hundreds_of_leases_outlive_persistd(httpd):
    """The next persistd knows which units are taken: a further worker that
    offers hundreds gets others."""
    script, other = httpd.script(), httpd.script("other.py")
    _, pool, _, _ = httpd.ensure(script, "many", concurrency=300, key=1, high=1)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    for _ in range(300):
        assert child.do("claim", pool) == 1
    assert child.do("claim", pool) == 0
    with open(f"/proc/{pid}/limits", encoding="ascii") as file:
        (files,) = (line for line in file if "open files" in line)
    assert int(files.split()[3]) >= 4 * 300 + 256
    httpd.restart()
    httpd.wait_live(1)
    assert child.do("holds") == 1
    _, pool, _, _ = httpd.ensure(other, "many", concurrency=1024, key=2)
    httpd.wait_live(2)
    assert capacities(httpd) == [300, 1024]
    assert child.do("holds") == 1
    assert child.do("release") >= 0
    assert child.do("claim", pool) == 1
    assert child.do("pid") != pid
    child.end()


def test_an_adopted_worker_is_ended_by_stop(httpd):
    httpd.ensure(httpd.script())
    pids = httpd.wait_live(1)
    httpd.restart()
    httpd.wait_live(1)
    assert httpd.stop() == 0
    assert not alive(pids[0])


def test_an_adopted_worker_is_killed_with_its_family(httpd):
    _, _pool, _, _ = httpd.ensure(httpd.script(), "child", "stubborn")
    (pid,) = httpd.wait_live(1)
    path = f"/proc/{pid}/task/{pid}/children"
    with open(path, encoding="ascii") as file:
        (child,) = file.read().split()
    httpd.settings["stop_ms"] = 300
    httpd.restart()
    httpd.wait_live(1)
    assert httpd.stop() == 0
    assert not alive(pid)
    wait_for(lambda: not alive(int(child)), "the end of the worker's child")


def test_the_death_of_an_adopted_worker_is_seen(httpd):
    httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    httpd.restart()
    httpd.wait_live(1)
    terminate(pid)
    httpd.wait_live(0)
    httpd.logged(f"pid {pid} ended")


def test_output_goes_on_being_logged(httpd):
    httpd.ensure(httpd.script(), "loud")
    (pid,) = httpd.wait_live(1)
    httpd.logged("a stray print")
    httpd.restart()
    httpd.wait_live(1)
    fd = os.open(f"/proc/{pid}/fd/2", os.O_WRONLY)
    os.write(fd, b"\nsaid to the second persistd\n")
    os.close(fd)
    httpd.logged("said to the second persistd")


def test_output_that_can_not_be_opened_is_tried_again(httpd):
    httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    httpd.kill()
    (fifo,) = httpd.instance.glob("p/l.*")
    away = fifo.rename(httpd.top / "away")
    httpd.start()
    httpd.logged("the output of a worker can't be read")
    fd = os.open(f"/proc/{pid}/fd/2", os.O_WRONLY)
    os.write(fd, b"said to nobody\n")
    os.close(fd)
    away.rename(fifo)
    httpd.look()
    httpd.logged("said to nobody")
    assert httpd.log().count("can't be read") == 1


def test_a_worker_that_was_starting_goes_on(httpd):
    """persistd is killed after the script's first line and before READY. Each
    successor gives it the time for a boot that is in the journal."""
    script = httpd.script()
    httpd.ensure(script, "hang")
    (pid,) = httpd.wait_live(1, "starting")
    wait_for(lambda: script_runs(pid), "the script's first line")
    httpd.restart()
    assert httpd.wait_live(1, "starting") == [pid]
    httpd.ensure(script, "hang", boot_ms=300)
    httpd.restart()
    wait_for(lambda: not alive(pid), "the end of the boot time-out")
    httpd.logged("PERSIST2003")


def slow_exec(httpd):
    """A persist-exec that does nothing before the file `go` is there, and
    beside it what persistd looks for there."""
    slow = httpd.script(
        "persist-exec",
        f"#!/bin/sh\nuntil [ -e {httpd.top}/go ]; do sleep 0.1; done\n"
        f'exec {BUILD}/persistd/persist-exec "$@"\n',
    )
    slow.chmod(0o755)
    (httpd.top / "persist-look").symlink_to(BUILD / "persistd/persist-look")
    return slow


def test_a_worker_that_has_not_called_listen_ends(idle_httpd):
    """persistd is killed before persist-exec has called listen(), without which
    its successor can't know whose process it is."""
    httpd = idle_httpd
    httpd.start(exec=slow_exec(httpd))
    httpd.ensure(httpd.script(), "hang")
    (pid,) = httpd.wait_live(1, "starting")
    httpd.restart()
    (httpd.top / "go").touch()
    wait_for(lambda: not alive(pid), "the worker's end")


def test_a_worker_that_died_meanwhile_is_cleared(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    httpd.kill()
    terminate(pid)
    wait_for(lambda: not alive(pid), "the worker's end")
    httpd.start()
    wait_for(lambda: child.do("holds") == 0, "the lease's end")
    assert httpd.status()["workers"] == 0
    child.end()


def test_a_script_that_changed_meanwhile_rolls_over(httpd):
    script = httpd.script()
    httpd.ensure(script, low=1)
    (old,) = httpd.wait_live(1)
    httpd.kill()
    script.write_text("second, and longer\n")
    httpd.start()
    wait_for(lambda: not alive(old), "the old worker's end")
    httpd.wait_live(1)


def test_no_place_is_missing_before_the_settings_have_come(httpd):
    """A request waits for a script without a worker. How many workers may run
    is not known yet: nothing is logged, and no other worker leaves."""
    httpd.ensure(httpd.script(), low=2, high=2)
    pids = httpd.wait_live(2)
    cold = httpd.script("cold.py")
    _, pool, _, _ = httpd.ensure(cold, key=2)
    httpd.wait_live(3)
    httpd.order("drain", cold)
    httpd.wait_live(2)
    child = Child(httpd)
    httpd.kill()
    child.do("enter", pool)
    httpd.spawn()
    httpd.logged("adopted pid")
    # A busy worker leaves for another pool after 0.1 s: the first look may find
    # that it has to, and the second one lets it.
    child.wait_looked(2)
    assert sorted(httpd.live(**ADMIN)) == sorted(pids)
    httpd.set()
    httpd.wait_live(1, script=cold)
    child.do("leave")
    assert set(pids) < set(httpd.live())
    assert "PERSIST2006" not in httpd.log()
    child.end()


def test_a_worker_worn_meanwhile_stays_until_another_is_ready(httpd):
    """persistd hangs while the worker reaches PersistMaxRequests, and no other
    worker can be started afterwards."""
    _, pool, _, _ = httpd.ensure(httpd.script(), "fail-later", max_requests=2)
    pids = httpd.wait_live(1)
    child = Child(httpd)
    httpd.process.send_signal(signal.SIGSTOP)
    for _ in range(2):
        assert child.do("claim", pool) == 1
        child.do("release")
    httpd.restart()
    httpd.logged("ended before it was ready")
    assert httpd.live() == pids
    child.end()


@pytest.mark.parametrize("damage", ["missing", "cut", "nonsense"])
def test_without_its_journal_persistd_lets_workers_leave(httpd, damage):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    httpd.kill()
    journal = httpd.instance / "p/journal"
    if damage == "missing":
        journal.unlink()
    elif damage == "cut":
        journal.write_bytes(journal.read_bytes()[:-9])
    else:
        journal.write_bytes(b"GET / HTTP/1.0\r\n\r\n")
    httpd.start()
    wait_for(lambda: not alive(pid), "the worker to leave")
    assert httpd.ensure(script)[0] == 0
    httpd.wait_live(1)


def test_without_its_table_persistd_makes_another(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    httpd.kill()
    with httpd.block.open("r+b") as file:
        file.seek(64)  # APR's own head is left alone
        file.write(bytes(8192))
    httpd.start()
    wait_for(lambda: not alive(pid), "the worker to leave")
    httpd.ensure(script)
    httpd.wait_live(1)


def test_killed_at_any_moment_persistd_comes_back(httpd):
    """Whatever it was about to do: afterwards one more worker can be had, and
    nothing is there twice."""
    random.seed(0)
    script = httpd.script()
    for turn in range(25):
        httpd.connect(1).send(
            67, 7, 1, 0, str(script), [], [], 0, 0, 1, 0, 20000, 60000, 0
        )
        httpd.ensure(script, high=2, idle_ms=turn % 3 * 100)
        wait_for(lambda: random.random() < 0.3 or httpd.live(), "a moment")
        httpd.restart()
    wait_for(  # what the first question of a turn has started may fail first
        lambda: (
            httpd.ensure(script, high=2, idle_ms=60000)[0] == 0
            and httpd.live()
            and httpd.status()["workers"] <= 2
        ),
        "a worker",
    )
    report = httpd.status()
    slots = [x["slot"] for p in report["pools"] for x in p["workers"]]
    assert len(slots) == len(set(slots)) == report["workers"]


def test_the_parent_dies_and_everything_ends(idle_httpd):
    """The parent is a process between us and persistd."""
    reader, writer = os.pipe()
    parent = os.fork()
    if parent == 0:
        os.close(reader)
        idle_httpd.start(parent=os.getpid())
        idle_httpd.ensure(idle_httpd.script())
        (pid,) = idle_httpd.wait_live(1)
        os.write(writer, f"{idle_httpd.process.pid} {pid}".encode())
        os.close(writer)
        while True:
            os.read(idle_httpd.link.sock.fileno(), 1)
    os.close(writer)
    with os.fdopen(reader) as file:
        persistd, worker = map(int, file.read().split())
    terminate(parent)
    for pid in (parent, persistd, worker):
        wait_for(lambda pid=pid: not alive(pid), f"the end of {pid}")
    assert not idle_httpd.instance.exists()


def test_a_stale_instance_is_removed(idle_httpd):
    """persistd and its parent were both killed; the worker has left."""
    other = Httpd()
    dead = os.fork()
    if dead == 0:
        os._exit(0)
    os.waitpid(dead, 0)
    other.runtime = idle_httpd.runtime
    other.instance = idle_httpd.runtime / f"{dead}.0123abcd"
    other.start()
    other.ensure(idle_httpd.script(), "quit")
    other.logged("leaves before its first request")
    wait_for(lambda: other.status()["workers"] == 0, "the worker to leave")
    other.kill()
    idle_httpd.start()
    wait_for(lambda: not other.instance.exists(), "its directory to go")
    other.process = None
    other.runtime = other.top / "run"
    other.close()


def test_a_table_without_a_journal_is_nobodys(httpd):
    """Anybody may have made what stands under its name."""
    httpd.ensure(httpd.script())
    httpd.wait_live(1)
    before = httpd.block.stat().st_ino
    httpd.kill()
    (httpd.instance / "p/journal").unlink()
    httpd.start()
    assert httpd.block.stat().st_ino != before
    assert httpd.status()["pools"] == []


def test_a_table_that_loses_its_name_ends_persistd(httpd):
    httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    httpd.block.unlink()
    httpd.hurry()
    httpd.logged("PERSIST5004")
    assert httpd.process.wait(DEADLINE) == 0
    assert child.do("phase") == 3
    assert not alive(pid)
    child.end()
    httpd.link.close()
    httpd.start()
    assert httpd.ensure(httpd.script())[0] == 0
    httpd.wait_live(1)


def test_a_table_is_not_looked_for_under_a_strangers_name(httpd):
    """Another table has taken the name: the journal's is not it."""
    other = Httpd()
    other.start()
    os.replace(other.block, httpd.block)
    httpd.hurry()
    other.hurry()
    httpd.logged("PERSIST5004")
    assert httpd.process.wait(DEADLINE) == 0
    httpd.link.close()
    other.logged("PERSIST5004")
    assert other.process.wait(DEADLINE) == 0
    other.link.close()
    assert other.close() == []
