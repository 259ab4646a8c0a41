# SPDX-License-Identifier: Apache-2.0
"""The smallest response: the cost of the way to a worker and back."""

from harness import client, plot
from harness.workload import Load

# Peers near a goal in the runs so far; ours and mod_bare always count as near.
NEAR_A_GOAL = ("uwsgi", "wsgi-embedded", "lua-once")


class Hello(Load):
    name = "hello"
    title = "Hello, six bytes, keep-alive"
    connections = (1, 8, 32, 128)
    judged = (1, 8, 32)
    plotted = True

    def judges(self, peer):
        languages = ("C", "Python", "Ruby", "Lua", "Guile")
        return peer.language in languages and not peer.children_unseen

    def often(self, peer):
        """Most goals are here, and rates vary by 15 %. A peer whose goal has
        less room is measured more often.
        """
        near = peer.place in ("ours", "bare") or peer.name in NEAR_A_GOAL
        return 12 if near else 4

    def draw(self, path, outcomes):
        plot.lines(path, self.title, outcomes, self.connections)


class HelloClose(Load):
    name = "hello-close"
    title = "Hello, a new connection for each request"
    connections = (8, 32)
    asked = {"close": 1}  # noqa: RUF012


class HelloHttp2(Load):
    name = "hello-http2"
    title = "Hello over HTTP/2 (h2load, one stream to a connection)"
    connections = (8, 32)

    def measuring(self, connections):
        def measure(bench, peer):
            url = bench.base + self.path(peer)
            return client.h2load(bench.meter, url, connections, bench.seconds)

        return measure


WORKLOADS = [Hello(), HelloClose(), HelloHttp2()]
