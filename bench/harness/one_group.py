# SPDX-License-Identifier: Apache-2.0
"""One CPU cgroup for all that a run starts.

The kernel's autogroups share the processor among sessions before they share it
among processes. A daemon that makes a session of its own then gets as much as
all of httpd's processes together, so a peer's rate would depend on how it was
started. Processes in a CPU cgroup other than the root one are not put into
autogroups (sched(7)).
"""

from __future__ import annotations

import atexit
import contextlib
import os
from pathlib import Path

ENABLED = Path("/proc/sys/kernel/sched_autogroup_enabled")
V1 = Path("/sys/fs/cgroup/cpu")


def has_autogroups() -> bool:
    with contextlib.suppress(OSError):
        return ENABLED.read_text().strip() == "1"
    return False


def of_cpu(cgroups: str) -> str:
    """Return the cgroup that shares the processor, in the text of
    /proc/self/cgroup.

    >>> of_cpu("9:memory:/a\\n2:cpu,cpuacct:/b\\n0::/c\\n"), of_cpu("0::/c")
    ('/b', '/c')
    """
    rows = [row.split(":", 2) for row in cgroups.splitlines()]
    v1 = [path for _, kinds, path in rows if "cpu" in kinds.split(",")]
    v2 = [path for number, _, path in rows if number == "0"]
    return [*v1, *v2, "/"][0]


def join() -> str:
    """Put this process, and so all that it starts, into one CPU cgroup.

    Returns a line for the head of the report: what holds, or why it does not.
    """
    if not has_autogroups():
        return "all peers share the processor as equals: no autogroups"
    if of_cpu(Path("/proc/self/cgroup").read_text()) != "/":
        return "all peers are in one CPU cgroup, which has no autogroups"
    try:
        _enter(V1 if V1.is_dir() else Path("/sys/fs/cgroup"))
    except OSError as error:
        return (
            "**each session has a share of the processor of its own** "
            f"(autogroups; no CPU cgroup could be made: {error.strerror})"
        )
    return "all peers are in one CPU cgroup, so there are no autogroups"


def _enter(root: Path) -> None:
    """Make a group below `root` and move this process there until it ends."""
    group = root / f"mod_persist-bench.{os.getpid()}"
    if root != V1:
        (root / "cgroup.subtree_control").write_text("+cpu")
    group.mkdir()
    atexit.register(_leave, root, group)
    (group / "cgroup.procs").write_text(str(os.getpid()))


def _leave(root: Path, group: Path) -> None:
    with contextlib.suppress(OSError):
        (root / "cgroup.procs").write_text(str(os.getpid()))
        group.rmdir()
