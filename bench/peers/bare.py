# SPDX-License-Identifier: Apache-2.0
"""bench/mod_bare.c: the shortest honest path to a worker in C."""

from harness.peer import WORKERS, Peer, location


class Bare(Peer):
    name = "bare"
    title = "mod_bare"
    language = "C"
    place = "bare"
    settings = f"{WORKERS} workers; nothing is watched, ended or bounded"
    works = frozenset({"hello"})
    modules = ("bench_bare",)
    worker = "bare_worker"

    def conf(self, site):
        (site.dir / "htdocs" / self.name).touch()
        return f"BenchBare {site.sockets}\n" + location(self.name, "bench-bare")

    def start(self, site):
        for number in range(WORKERS):
            path = f"{site.sockets}/{number}"
            site.spawn("bare", site.built("bare_worker"), path)


PEERS = [Bare()]
