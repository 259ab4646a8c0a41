# SPDX-License-Identifier: Apache-2.0
"""Peer: one way to answer requests. Each file in peers/ has one, or a few."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .site import Site

ALL = frozenset({"hello", "environment", "bytes", "upload", "page"})
WORKERS = 4


class Peer:
    """What differs from one peer to the next.

    place is "floor", "inside" (httpd's own processes), "outside", "ours" or
    "bare"; works are the kinds of work that its application can do.
    """

    name = ""
    title = ""
    language = ""
    place = "outside"
    settings = ""
    works = ALL
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()  # of Debian, whose versions are told
    children_unseen = False  # see Meter.whole_machine
    worker = ""  # what the command line of a worker contains

    def conf(self, site: Site) -> str:
        """Give the lines of httpd.conf that serve /NAME."""
        raise NotImplementedError

    def start(self, site: Site) -> None:
        """Start what httpd does not start."""

    def url(self, work: str) -> str:
        """Give the path under which this peer does `work`."""
        return f"/{self.name}/{work}"

    def missing(self, site: Site) -> str:
        """Say what is not installed, or nothing."""
        for module in self.modules:
            if not Path(site.module(module)).exists():
                return f"mod_{module} is not installed"
        for program in self.programs:
            if not shutil.which(program):
                return f"{program} is not installed"
        return ""


def location(name: str, handler: str, *lines: str) -> str:
    """Give a <Location /name> with a handler, as many peers have it."""
    more = "".join(f"    {line}\n" for line in lines)
    return f"<Location /{name}>\n    SetHandler {handler}\n{more}</Location>\n"


def script(site: Site, name: str, app: str, handler: str, *lines: str) -> str:
    """Give /name/WORK to one script, with WORK as PATH_INFO."""
    return f"Alias /{name} {site.apps}/{app}\n" + location(
        name, handler, "Options +ExecCGI", *lines
    )
