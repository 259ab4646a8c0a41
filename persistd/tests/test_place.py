# SPDX-License-Identifier: Apache-2.0
"""What persistd lives on is damaged or taken away: its table, its directory,
its locks and sockets."""

import os
import resource
import shutil
import struct

import pytest
from children import Child
from processes import alive, terminate
from waiting import DEADLINE, wait_for

RUNTIME_DIR, TABLE = 5001, 5004


def serving(httpd):
    """A worker's pid."""
    assert httpd.ensure(httpd.script())[0] == 0
    (pid,) = httpd.wait_live(1)
    return pid


def start_again(httpd):
    """As httpd does; what it makes is new and serves."""
    httpd.link.close()
    httpd.start()
    assert httpd.live() == []
    return serving(httpd)


def damaged(block, how):
    size = block.stat().st_size
    if how in ("empty", "half"):
        os.truncate(block, 0 if how == "empty" else size // 2)
        return
    at, data = {
        "size word too large": (0, struct.pack("=Q", size + 1)),
        "size word too small": (0, struct.pack("=Q", 80)),
        "size word enormous": (0, struct.pack("=Q", 1 << 62)),
        "layout": (64, bytes(8)),
    }[how]
    with block.open("r+b") as file:
        file.seek(at)
        file.write(data)


TRUNCATIONS = ["empty", "half"]
OVERWRITES = [
    "size word too large",
    "size word too small",
    "size word enormous",
    "layout",
]


@pytest.mark.parametrize("how", TRUNCATIONS)
def test_a_truncated_table_ends_persistd(httpd, how):
    pid = serving(httpd)
    damaged(httpd.block, how)
    httpd.hurry()
    httpd.logged(f"PERSIST{TABLE}")
    assert httpd.process.wait(DEADLINE) == 1
    assert start_again(httpd) != pid
    wait_for(lambda: not alive(pid), "the end of the old worker")


@pytest.mark.parametrize("how", OVERWRITES)
def test_what_a_table_says_of_itself_is_written_anew(httpd, how):
    pid = serving(httpd)
    whole = httpd.block.read_bytes()[:100]
    damaged(httpd.block, how)
    wait_for(lambda: httpd.block.read_bytes()[:100] == whole, "a whole table")
    httpd.logged(f"PERSIST{TABLE}: the shared table was overwritten")
    assert httpd.live() == [pid]


@pytest.mark.parametrize("how", TRUNCATIONS + OVERWRITES)
def test_a_damaged_table_is_not_adopted(httpd, how):
    pid = serving(httpd)
    httpd.kill()
    damaged(httpd.block, how)
    assert start_again(httpd) != pid
    httpd.logged(f"PERSIST{TABLE}: the table of the persistd before")
    wait_for(lambda: not alive(pid), "the end of the old worker")


LOSSES = ["p/owners.lock", "p/persistd.lock", "p", ""]


def lose(path, replaced=False):
    """Removed, or replaced by the like of it."""
    if path.is_dir():
        shutil.rmtree(path)
        if replaced:
            path.mkdir(mode=0o700)
        return
    path.unlink()
    if replaced:
        path.touch(mode=0o600)


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("name", LOSSES)
def test_without_its_place_persistd_ends(httpd, name, replaced):
    pid = serving(httpd)
    child = Child(httpd)
    lose(httpd.instance / name, replaced)
    httpd.hurry()
    httpd.logged(f"PERSIST{RUNTIME_DIR}")
    assert httpd.process.wait(DEADLINE) == 0
    assert child.do("phase") == 3
    assert not alive(pid)
    child.end()
    start_again(httpd)


@pytest.mark.parametrize(
    "name", ["p/owners.lock", "p/persistd.lock", "p/journal"]
)
def test_what_is_not_whole_is_not_adopted(httpd, name):
    """A new lock file would show every child as dead."""
    script = httpd.script()
    _, pool, _, _ = httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    child = Child(httpd)
    assert child.do("claim", pool) == 1
    before = httpd.block.stat().st_ino
    httpd.kill()
    (httpd.instance / name).unlink()
    httpd.start()
    assert httpd.block.stat().st_ino != before
    assert httpd.live() == []
    assert child.do("phase") == 3
    assert child.do("holds") == 1
    wait_for(lambda: not alive(pid), "the end of the old worker")
    child.end()
    serving(httpd)


def test_a_lock_file_of_another_table_is_not_adopted(httpd):
    serving(httpd)
    before = httpd.block.stat().st_ino
    httpd.kill()
    owners = httpd.instance / "p/owners.lock"
    owners.write_bytes(bytes(8))
    httpd.start()
    httpd.logged("another table's")
    assert httpd.block.stat().st_ino != before
    serving(httpd)


def test_names_of_workers_do_not_come_again(httpd):
    """Who still has the old table knows them, and persistd does not."""
    pid = serving(httpd)
    names = {x.name for x in (httpd.instance / "p").glob("w.*")}
    httpd.kill()
    shutil.rmtree(httpd.instance)
    httpd.start()
    serving(httpd)
    assert not names & {x.name for x in (httpd.instance / "p").glob("w.*")}
    terminate(pid)


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("name", ["admin", "p/http"])
def test_a_lost_socket_is_bound_again(httpd, name, replaced):
    pid = serving(httpd)
    lose(httpd.instance / name, replaced)
    httpd.look()
    httpd.logged("it is bound again")
    token = {"token": b"", "name": "admin"} if name == "admin" else {}
    assert httpd.status(**token)["pools"][0]["workers"][0]["pid"] == pid
    mode = (httpd.instance / name).stat().st_mode & 0o777
    assert mode == (0o666 if name == "admin" else 0o600)


def test_a_lost_journal_is_written_again(httpd):
    pid = serving(httpd)
    journal = httpd.instance / "p/journal"
    journal.unlink()
    httpd.look()
    wait_for(journal.is_file, "another journal")
    httpd.restart()
    assert httpd.live() == [pid]


def test_a_journal_that_can_not_be_written_is_tried_again(httpd):
    obstacle = httpd.instance / "p/journal.new"
    obstacle.mkdir()
    script, other = httpd.script(), httpd.script("other.py")
    for each in script, other:
        httpd.ensure(each)
        httpd.wait_live(1, script=each)
    assert httpd.log().count("can't be written") == 1
    obstacle.rmdir()
    httpd.look()
    httpd.logged("is written again")
    pids = httpd.live()
    httpd.restart()
    assert sorted(httpd.live()) == sorted(pids)


def test_who_can_not_be_accepted_is_told_to_the_log(httpd):
    pid = httpd.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, hard))
    link = httpd.connect(1)
    httpd.logged("p/http can't be accepted: Too many open files")
    link.close()
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))
    httpd.look()  # the next try is with that
    assert httpd.status()["workers"] == 0
