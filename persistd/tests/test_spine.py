# SPDX-License-Identifier: Apache-2.0
"""From ENSURE to STOP when all goes well."""

import os
import pathlib
import resource

from children import Child
from driver import STATUS, answered
from lingering import stopped
from processes import alive
from waiting import DEADLINE, wait_for


def test_a_worker_starts_on_demand_and_serves(httpd):
    fault, pool, _, _ = httpd.ensure(httpd.script())
    assert fault == 0
    (pid,) = httpd.wait_live(1)
    assert alive(pid)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    assert child.do("pid") == pid
    assert child.do("release") >= 0
    child.end()


def test_the_second_ensure_finds_the_same_pool_and_worker(httpd):
    script = httpd.script()
    first = httpd.ensure(script)
    pids = httpd.wait_live(1)
    assert httpd.ensure(script)[:2] == first[:2]
    assert httpd.live() == pids


def test_waiting_requests_get_more_workers_up_to_the_maximum(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), high=3)
    httpd.wait_live(1)
    children = [Child(httpd) for _ in range(5)]
    for child in children:
        assert child.do("enter", pool) == 0
        child.nudge(pool)
    httpd.wait_live(3)
    for child in children:
        child.do("leave")
        child.end()
    assert len(httpd.live()) == 3


def test_the_minimum_is_there_without_requests(httpd):
    httpd.ensure(httpd.script(), low=2, high=4)
    httpd.wait_live(2)


def test_idle_workers_leave_but_the_minimum_stays(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script(), low=1, high=3, idle_ms=300)
    children = [Child(httpd) for _ in range(3)]
    for child in children:
        child.do("enter", pool)
        child.nudge(pool)
    httpd.wait_live(3)
    for child in children:
        child.do("leave")
        child.end()
    httpd.wait_live(1)


def test_stop_ends_everything_with_status_0(httpd):
    httpd.ensure(httpd.script(), low=2)
    pids = httpd.wait_live(2)
    assert httpd.stop() == 0
    assert not any(alive(pid) for pid in pids)
    assert not httpd.instance.exists()


def test_stop_lets_a_lease_end(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    httpd.link.send(16)
    wait_for(lambda: child.do("phase") == 2, "phase stopping")
    assert child.do("holds") == 1 and alive(pid)
    child.do("release")
    child.nudge(pool)
    assert httpd.process.wait(DEADLINE) == 0
    child.end()


def test_stop_kills_a_worker_that_does_not_listen(httpd):
    httpd.set(stop_ms=300)
    httpd.ensure(httpd.script(), "stubborn")
    (pid,) = httpd.wait_live(1)
    assert httpd.stop() == 0
    assert not alive(pid)
    assert f"pid {pid} is killed: its process has not ended" in httpd.log()


def test_the_worker_gets_what_it_needs_and_nothing_else(httpd):
    httpd.set(umask=0o27)
    script = httpd.script()
    httpd.ensure(script, "env", environment=["COLOUR", "blue", "PATH", "/bin"])
    httpd.wait_live(1)
    httpd.logged("env PERSIST_WORKER=1:3")
    httpd.logged("env COLOUR=blue")
    httpd.logged("env PATH=/bin")
    assert "env HOME" not in httpd.log()
    line = httpd.logged("fds ")
    # 4 is the listing of the directory itself
    assert f"fds 0 1 2 3 4 cwd {script.parent} umask 0o27" in line
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    httpd.logged(f"group True files {files}")


def test_the_worker_is_told_how_many_threads_it_is_to_have(httpd):
    httpd.ensure(httpd.script("a.py"), "env", threads=4)
    httpd.logged("env PERSIST_THREADS=4")
    httpd.ensure(httpd.script("b.py"), "env", threads=9, concurrency=8, key=2)
    httpd.logged("env PERSIST_THREADS=8")
    line = httpd.logged("PersistThreads")
    assert "b.py: PersistThreads 9 is lowered to PersistConcurrency 8" in line
    assert httpd.log().count("PersistThreads") == 1


def test_output_is_logged_in_whole_tagged_lines(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    (pid,) = httpd.wait_live(1)
    line = httpd.logged("a stray print")
    assert f"[persist:notice] [pid {pid}] pool {script}: a stray print" in line
    httpd.logged(r"and one on stderr \x1b[31m")
    os.kill(pid, 9)
    httpd.logged("last words without an end")


def test_words_are_all_that_was_printed_before_the_question(httpd):
    """persistd has not read them yet when it is asked."""
    httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    with stopped(httpd.process.pid):
        pathlib.Path(f"/proc/{pid}/fd/1").write_bytes(
            b"one of many lines\n" * 2000 + b"the last line\n"
        )
        link = httpd.connect(1)
        link.send(STATUS, 4, "", 0, 0, 0)
    words = b"".join(part[1] for part in answered(link))
    assert words.endswith(b"many lines\nthe last line\n")


def test_new_settings_bring_a_new_error_log(httpd):
    httpd.ensure(httpd.script())
    (pid,) = httpd.wait_live(1)
    newer = httpd.top / "newer_log"
    newer.touch()
    httpd.send_settings(newer)
    httpd.expect_up(0)
    os.kill(pid, 9)
    wait_for(
        lambda: f"pid {pid} was killed by signal 9" in newer.read_text(),
        "the crash in the new log",
    )
    assert httpd.live() == []
