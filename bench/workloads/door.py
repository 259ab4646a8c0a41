# SPDX-License-Identifier: Apache-2.0
"""persist-cgi in front of resident scripts, under mod_cgid. All tables have the
name `door`, so that one word selects them, and one server.
"""

import dataclasses
import subprocess

from harness import client
from harness.workload import Cell, Load, Workload

NAME = "door"
SETTINGS = "# persist-cgi has a server of its own."
COUNT = 200


class Door(Load):
    name = NAME
    settings = SETTINGS
    what = ""
    least = 3  # as long as mod_cgid is measured anyway
    warms = False  # most connections do not stay open
    peers: tuple[str, ...] = ()

    def takes(self, peer):
        return peer.name in self.peers

    def judges(self, peer):
        return True

    def cells(self):
        return [
            dataclasses.replace(cell, label=f"{self.what}, {cell.label}")
            for cell in super().cells()
        ]


class Environment(Door):
    title = "Environment dump behind persist-cgi"
    about = (
        "The same file, with `each_cgi`: resident behind persist-cgi, and a "
        "plain CGI program."
    )
    what = work = "environment"  # the name of the script
    connections = (4,)
    peers = ("door-python", "plain-python", "door-ruby", "plain-ruby")

    def right(self, body):
        return b"REQUEST_METHOD=GET\n" in body


class Setup(Environment):
    title = "The same with a set-up of one second"
    about = "The set-up sleeps."
    what = work = "setup"
    least = 6  # so that CGI answers twenty requests


class WordPath(Door):
    title = "Scheme application behind persist-cgi"
    about = (
        "The example of the Guile SDK: /cold/warm, by a graph of 60 000 words "
        "which takes seconds to make. The C program, of six bytes, shows what "
        "mod_cgid and any process take."
    )
    what = "word path"
    connections = (1, 4)
    peers = ("exec-c", "persist-word-path")
    peers += ("door-word-path", "door-word-path-static")

    def path(self, peer):
        if peer.name == "exec-c":
            return peer.url("programs")
        if peer.name == "persist-word-path":
            return f"{peer.url('hello')}/cold/warm"
        return f"{peer.url('word-path')}/cold/warm"

    def right(self, body):
        found = body.startswith(b"cold ") and b" warm\nfound in " in body
        return found or super().right(body)


class Process(Workload):
    name = NAME
    settings = SETTINGS
    title = "One process of persist-cgi"
    about = (
        f"{COUNT} processes one after the other, without httpd, for a script "
        "in C. *CPU µs* is that of the process alone, its start included "
        "(wait4)."
    )
    work = "process"

    def judges(self, peer):
        return True

    def lasts(self, seconds):
        return 1.0

    def wrong(self, bench, peer):
        said = subprocess.run(
            [peer.command(bench.site)],
            env={"REQUEST_METHOD": "GET", "SCRIPT_NAME": "/app.cgi"},
            capture_output=True,
            check=True,
            **bench.site.identity(),
        ).stdout
        expected = b"" if peer.place == "floor" else b"\r\n\r\nhello\n"
        return "" if said.endswith(expected) else f"it answers {said[-60:]!r}"

    def cells(self):
        return [Cell("one process at a time", self.measure)]

    def measure(self, bench, peer):
        program = peer.command(bench.site)
        return client.processes(bench.site, COUNT, program)


WORKLOADS = [Environment(), Setup(), WordPath(), Process()]
