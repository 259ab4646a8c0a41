# SPDX-License-Identifier: Apache-2.0
"""The processes of the run: measures their use, and ends all of them.

This process is the subreaper of all processes that it starts (Linux), so
daemons among them stay its descendants.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
HERTZ = os.sysconf("SC_CLK_TCK")

# What idle servers may use in the fifth of a second: a quarter of a processor.
# A server at work uses more.
TICKS_OF_CLOCKS = HERTZ // 20


_libc = ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def adopt_orphans() -> None:
    """Become the parent of descendants that lose theirs."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_with_parent() -> None:
    """In a child, before exec: let it end when the run ends, even by
    SIGKILL."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _all_stats() -> dict[int, list[str]]:
    """Return the fields after the name in each /proc/PID/stat."""
    stats = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat") as f:
                stats[int(name)] = f.read().rpartition(")")[2].split()
    return stats


def descendants() -> dict[int, list[str]]:
    """Return the stats of all processes below this one."""
    stats = _all_stats()
    ours = {os.getpid()}
    found = -1
    while found != len(ours):
        found = len(ours)
        ours |= {pid for pid, stat in stats.items() if int(stat[1]) in ours}
    ours.discard(os.getpid())
    return {pid: stats[pid] for pid in ours}


class Meter:
    """CPU seconds of all descendants except the clients.

    Counts the living processes with their ended children, and the processes
    whose end this process has seen. The clients' use, known from wait4(), is
    subtracted.
    """

    def __init__(self) -> None:
        self.clients = 0.0
        # True where the times of children are lost (their parent ignores
        # SIGCHLD, as mod_cgid's daemon does). The time of the whole machine is
        # used instead.
        self.whole_machine = False

    def client_ended(self, usage: resource.struct_rusage) -> None:
        self.clients += usage.ru_utime + usage.ru_stime

    def seconds(self) -> float:
        """Return the CPU seconds so far. Call it while no client runs."""
        if self.whole_machine:
            return _machine_seconds() - self.clients
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = sum(used_by(*item) for item in descendants().items())
        return used + ended.ru_utime + ended.ru_stime - self.clients

    @staticmethod
    def wait_until_quiet(patience: float = 60.0) -> None:
        """Wait while the servers finish what the last client has left.

        Servers that look at a clock all the time, as uvicorn's workers do, are
        quiet when they have used no more than that three times. (persistd has a
        new process every second.)
        """
        deadline = time.monotonic() + patience
        calm, before = 0, _ticks()
        while time.monotonic() < deadline:
            time.sleep(0.2)
            now = _ticks()
            used = sum(now.values()) - sum(before.values())
            same = now.keys() == before.keys()
            calm = calm + 1 if same and used <= TICKS_OF_CLOCKS else 0
            if calm == 3 or (calm and used <= 1):
                return
            before = now


def used_by(pid: int, stat: list[str]) -> float:
    """Return the CPU seconds of a process and its ended children.

    Accurate to the nanosecond for a process with one thread: a thousand workers
    that have done next to nothing would not add up to whole ticks.
    """
    children = sum(map(int, stat[13:15])) / HERTZ
    if stat[17] == "1":
        schedstat = f"/proc/{pid}/schedstat"
        with contextlib.suppress(OSError), open(schedstat) as f:
            return int(f.read().split()[0]) / 1e9 + children
    return sum(map(int, stat[11:13])) / HERTZ + children


def _ticks() -> dict[int, int]:
    """Return the CPU time of each descendant, with its ended children."""
    return {
        pid: sum(map(int, stat[11:15])) for pid, stat in descendants().items()
    }


def _machine_seconds() -> float:
    """Return the time in which the machine's cores were not idle."""
    with open("/proc/stat") as f:
        user, nice, system, _idle, _wait, irq, soft, *_ = map(
            int, f.readline().split()[1:]
        )
    return (user + nice + system + irq + soft) / HERTZ


def command_line(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as f:
            return f.read().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def connections(table: str, directory: str) -> int:
    """Count the connections that workers have accepted, in the text of
    /proc/net/unix.

    The workers' listeners are below `directory`, and are named
    w.SLOT.INCARNATION.

    >>> line = "0000: 00000003 00000000 00000000 0001 03 77 /tmp/p/w.1.1"
    >>> connections(line, "/tmp/p/"), connections(line, "/run/")
    (1, 0)
    """
    return sum(
        len(w) == 8
        and w[5] == "03"
        and w[7].startswith(directory)
        and "/w." in w[7]
        for w in map(str.split, table.splitlines())
    )


def connections_below(directory: str) -> int:
    with open("/proc/net/unix") as f:
        return connections(f.read(), directory)


def memory(pid: int) -> dict[str, int]:
    """Return the KiB of a process: Pss (its share), Private_Dirty, Rss."""
    sizes = {}
    with contextlib.suppress(OSError), open(f"/proc/{pid}/smaps_rollup") as f:
        for line in f:
            word = line.split()
            if len(word) == 3 and word[2] == "kB":
                sizes[word[0].rstrip(":")] = int(word[1])
    return sizes


def _reap() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def end_all(patience: float = 10.0) -> None:
    """End the remaining processes, by SIGTERM first, each by its own pid."""
    for number, seconds in ((signal.SIGTERM, patience), (signal.SIGKILL, 5.0)):
        deadline = time.monotonic() + seconds
        for pid in descendants():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        while descendants() and time.monotonic() < deadline:
            _reap()
            time.sleep(0.05)
