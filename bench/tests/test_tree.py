# SPDX-License-Identifier: Apache-2.0
"""CPU times are those of the process, and connections are those of workers."""

import os
import time

from harness import tree

UNIX = """\
Num       RefCount Protocol Flags    Type St Inode Path
0: 00000002 00000000 00010000 0001 01 11 /run/p/7.a/p/w.1.1
0: 00000003 00000000 00000000 0001 03 12 /run/p/7.a/p/w.1.1
0: 00000003 00000000 00000000 0001 03 13 /run/p/7.a/p/w.2.1
0: 00000003 00000000 00000000 0001 03 14 /run/p/7.a/p/http
0: 00000003 00000000 00000000 0001 03 15
0: 00000003 00000000 00000000 0001 03 16 /other/p/w.1.1
"""


def test_only_what_workers_accepted_is_counted():
    assert tree.connections(UNIX, "/run/p/") == 2


def test_the_time_of_one_thread_is_finer_than_a_tick():
    pid = os.getpid()

    def used():
        return tree.used_by(pid, tree._all_stats()[pid])

    before, clock = used(), time.process_time()
    while time.process_time() == clock:
        pass
    assert used() > before


def _waits(monkeypatch, used):
    """Return how long wait_until_quiet() waits for servers that use so many
    ticks in a turn, and then for ever what they used last.
    """
    slept = []
    total = [sum(used[: i + 1]) for i in range(len(used))]
    turns = iter(total)
    last = {"at": 0}

    def ticks():
        last["at"] = next(turns, last["at"] + used[-1])
        return {1: last["at"]}

    monkeypatch.setattr(tree, "_ticks", ticks)
    monkeypatch.setattr(tree.time, "sleep", slept.append)
    monkeypatch.setattr(tree.time, "monotonic", lambda: sum(slept))
    tree.Meter.wait_until_quiet(patience=10)
    return round(sum(slept), 1)


def test_servers_that_use_nothing_are_quiet(monkeypatch):
    assert _waits(monkeypatch, [0, 0]) == 0.2


def test_servers_at_work_are_waited_for(monkeypatch):
    assert _waits(monkeypatch, [0, 40, 20, 6, 0]) == 0.8


def test_clocks_of_idle_servers_do_not_count(monkeypatch):
    assert _waits(monkeypatch, [0, 40, 3]) == 0.8


def test_a_server_at_work_is_waited_for_no_longer_than_that(monkeypatch):
    assert _waits(monkeypatch, [0, 40, 20]) >= 10
