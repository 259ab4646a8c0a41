# SPDX-License-Identifier: Apache-2.0
"""floor/mod_bare.c: the minimal path to a worker, in C and in Python."""

import os

from harness.peer import WORKERS, Peer, location


class Bare(Peer):
    place = "bare"
    settings = f"{WORKERS} workers; nothing is watched, ended or bounded"
    works = frozenset({"hello"})
    modules = ("bench_bare",)

    def conf(self, site):
        (site.dir / "htdocs" / self.name).touch()
        return location(
            self.name, "bench-bare", f"BenchBare {site.sockets}/{self.name}"
        )

    def command(self, site):
        """Return the command line of a worker, without its socket."""
        raise NotImplementedError

    def start(self, site):
        for number in range(WORKERS):
            path = f"{site.sockets}/{self.name}.{number}"
            site.spawn(self.name, *self.command(site), path)


class BareC(Bare):
    name = "bare"
    title = "mod_bare"
    language = "C"
    works = frozenset({"hello", "bytes"})
    worker = "bare_worker"

    def command(self, site):
        return [site.built("floor/bare_worker")]


class BarePython(Bare):
    name = "bare-python"
    title = "mod_bare, Python"
    language = "Python"
    works = frozenset({"hello", "personal"})
    worker = "bare_app.py"

    def command(self, site):
        return [os.environ["PYTHON"], f"{site.apps}/bare_app.py"]


PEERS = [BareC(), BarePython()]
