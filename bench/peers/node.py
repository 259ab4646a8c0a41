# SPDX-License-Identifier: Apache-2.0
"""Scripts in Node.js, by mod_persist, and Node's own http server."""

from harness.peer import WORKERS, ProxiedPeer

from .persist import Persist

HELLO = frozenset({"hello"})


class PersistNode(Persist):
    name = "persist-node"
    title = "mod_persist, Node.js eachRequest"
    language = "Node.js"
    app = "persist_app.js"
    works = HELLO
    worker = "/apps/persist_app.js"
    programs = ("node",)
    packages = ("nodejs",)

    def environment(self, site):
        return [f"PersistEnv NODE_PATH {site.installed('prefix')}/share/nodejs"]


class PersistServe(PersistNode):
    """What the http server serves."""

    name = "persist-node-serve"
    title = "mod_persist, Node.js serve"
    app = "node/serve.js"
    worker = "/apps/node/serve.js"


class Node(ProxiedPeer):
    name = "node"
    title = "mod_proxy_http + Node.js http"
    language = "Node.js"
    settings = f"cluster of {WORKERS}, keep-alive 60, backlog 1024"
    works = HELLO
    app = "node/server.js"
    worker = "bench-node"
    programs = ("node",)
    packages = ("nodejs",)

    def start(self, site):
        site.spawn(
            self.name,
            "node",
            f"{site.apps}/{self.app}",
            str(WORKERS),
            f"{site.sockets}/{self.name}",
        )


PEERS = [PersistNode(), PersistServe(), Node()]
