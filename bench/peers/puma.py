# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_http and puma, in cluster mode."""

from harness.peer import WORKERS, Peer


class Puma(Peer):
    name = "puma"
    title = "mod_proxy_http + puma"
    language = "Ruby"
    settings = f"cluster of {WORKERS}, 1 thread each, preloaded, production"
    modules = ("proxy", "proxy_http")
    programs = ("puma",)
    packages = ("puma",)
    worker = "puma: cluster worker"

    def conf(self, site):
        return f"ProxyPass /puma unix:{site.sockets}/puma|http://puma\n"

    def start(self, site):
        site.spawn(
            self.name,
            "puma",
            f"--workers={WORKERS}",
            "--threads=1:1",
            "--preload",
            "--environment=production",
            "--quiet",
            f"--bind=unix://{site.sockets}/puma?backlog=1024",
            f"{site.apps}/rack/config.ru",
        )


PEERS = [Puma()]
