# SPDX-License-Identifier: Apache-2.0
"""The machine on which the figures were measured, without names and paths."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from pathlib import Path

PACKAGES = ("apache2", "libmsgpack-dev", "python3", "ruby", "wrk")


def cpu_model() -> str:
    text = Path("/proc/cpuinfo").read_text()
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found.group(1) if found else platform.machine()


def memory_gib() -> float:
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return pages / 2**30


def system() -> str:
    name = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    return f"{name}, Linux {platform.release().split('-')[0]}"


def package_version(package: str) -> str:
    """Return Debian's version of a package, or nothing."""
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package],
        capture_output=True,
        text=True,
    )
    return asked.stdout.strip() if asked.returncode == 0 else ""


def commit() -> str:
    asked = subprocess.run(
        ["git", "-C", os.environ["top_srcdir"], "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
    )
    return asked.stdout.strip() or "a release"


def facts(packages: set[str]) -> list[str]:
    """Return lines for the head of the report."""
    versions = {p: package_version(p) for p in sorted({*PACKAGES, *packages})}
    named = ", ".join(f"{p} {v}" for p, v in versions.items() if v)
    return [
        f"{os.cpu_count()} cores, {cpu_model()}, {memory_gib():.0f} GiB",
        f"{system()}",
        f"mod_persist at {commit()}",
        named,
    ]
