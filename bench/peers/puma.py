# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_http and puma, in cluster mode.

With one thread a worker is like the other peers' workers, but it then waits 0.2
s on a kept connection before it serves others. So puma's default of five
threads is measured, too.
"""

from harness.application import SINATRA, serving
from harness.peer import WORKERS, ProxiedPeer


class Puma(ProxiedPeer):
    name = "puma"
    title = "mod_proxy_http + puma (1 thread)"
    language = "Ruby"
    settings = f"cluster of {WORKERS}, preloaded, production, backlog 1024"
    programs = ("puma",)
    packages = ("puma",)
    app = "rack/config.ru"
    threads = "1:1"
    worker = "[puma]"

    def start(self, site):
        site.spawn(
            self.name,
            "puma",
            f"--workers={WORKERS}",
            f"--threads={self.threads}",
            "--preload",
            "--environment=production",
            "--quiet",
            f"--bind=unix://{site.sockets}/{self.name}?backlog=1024",
            f"--tag={self.name}",
            f"{site.apps}/{self.app}",
        )


class Threaded(Puma):
    name = "puma-threads"
    title = "mod_proxy_http + puma (5 threads)"
    settings = f"{Puma.settings}; 5 threads each, the default"
    threads = "5:5"
    worker = "[puma-threads]"


PEERS = [Puma(), Threaded()]
PEERS += [serving(kind(), SINATRA) for kind in (Puma, Threaded)]
