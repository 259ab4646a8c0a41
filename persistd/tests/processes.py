# SPDX-License-Identifier: Apache-2.0
"""Workers as processes. Those whose persistd has died become our children."""

import contextlib
import ctypes
import os
import pathlib
import shutil
import signal

FAKE = [shutil.which("python3", path="/usr/bin:/bin"), "-I", "-B"]

PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def alive(pid):
    """False also for a zombie, which is reaped when it is ours."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def cpu_seconds(pid):
    """Time that a process has had on a processor, on any machine."""
    stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    ticks = stat.rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def script_runs(pid):
    """False as long as the process is persistd's or persist-exec."""
    words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    return words.startswith(os.fsencode(FAKE[0]))


def terminate(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
