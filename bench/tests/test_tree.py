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
