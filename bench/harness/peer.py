# SPDX-License-Identifier: Apache-2.0
"""Peer: one way to answer requests. Each file in peers/ has one or a few."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .site import Site

ALL = frozenset({"hello", "environment", "bytes", "upload", "page"})
WORKERS = 4


class Peer:
    """The properties in which peers differ.

    place is "floor", "inside" (httpd's own processes), "outside", "ours" or
    "bare"; works are the kinds of work that its application can do.
    """

    name = ""
    title = ""
    language = ""
    place = "outside"
    settings = ""
    works = ALL
    app = ""  # the file in apps/ that a program or httpd loads
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()  # of Debian; the report shows their versions
    children_unseen = False  # see Meter.whole_machine
    worker = ""  # a part of a worker's command line
    build = ""  # another build's directory; it has a server of its own
    twin = ""  # the name of the same peer from this build

    def conf(self, site: Site) -> str:
        """Return the lines of httpd.conf that serve /NAME."""
        raise NotImplementedError

    def start(self, site: Site) -> None:
        """Start the programs that httpd does not start."""

    def url(self, work: str) -> str:
        """Return the path under which this peer does `work`.

        hello needs no PATH_INFO. PATH_INFO costs scripts a walk along their
        path, and most of them another one for PATH_TRANSLATED; it costs proxies
        nothing.
        """
        return f"/{self.name}" + ("" if work == "hello" else f"/{work}")

    def missing(self, site: Site) -> str:
        """Return what is not installed, or nothing."""
        for module in self.modules:
            if not Path(site.module(module)).exists():
                return f"mod_{module} is not installed"
        for program in self.programs:
            if not shutil.which(program):
                return f"{program} is not installed"
        return ""


def location(name: str, handler: str, *lines: str) -> str:
    """Return a <Location /name> with a handler, as many peers need it."""
    more = "".join(f"    {line}\n" for line in lines)
    return f"<Location /{name}>\n    SetHandler {handler}\n{more}</Location>\n"


class ProxiedPeer(Peer):
    """A server behind mod_proxy_http, which listens on the socket NAME."""

    modules = ("proxy", "proxy_http")

    def conf(self, site: Site) -> str:
        socket = f"unix:{site.sockets}/{self.name}|http://{self.name}"
        return f"ProxyPass /{self.name} {socket}\n"


class ScriptPeer(Peer):
    """A peer that runs a script file, and any copy of it."""

    handler = ""

    def environment(self, site: Site) -> list[str]:
        """Return lines for the script's <Location>."""
        return []

    def conf(self, site: Site) -> str:
        lines = ["Options +ExecCGI", *self.environment(site)]
        return (
            f"Alias /{self.name}-copies {self._copies(site)}\n"
            f"Alias /{self.name} {site.apps}/{self.app}\n"
            + location(f"{self.name}-copies", self.handler, *lines)
            + location(self.name, self.handler, *lines)
        )

    def _copies(self, site: Site) -> Path:
        return site.dir / "copies" / self.name

    def copy(self, site: Site, name: str, app: str = "") -> str:
        """Make a copy of the script (or of `app`) and return its URL."""
        home = self._copies(site)
        if not home.exists():
            shutil.copytree(site.apps, home)
        path = home / name
        if not path.exists():
            shutil.copy(site.apps / (app or self.app), path)
        return f"/{self.name}-copies/{name}"
