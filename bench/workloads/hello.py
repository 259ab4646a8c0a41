# SPDX-License-Identifier: Apache-2.0
"""The smallest answer: what the way to a worker and back costs."""

from harness import client
from harness.workload import Cell, Load


class Hello(Load):
    name = "hello"
    title = "Hello, six bytes, keep-alive"
    connections = (1, 8, 32, 128)
    plotted = True


class HelloClose(Load):
    name = "hello-close"
    title = "Hello, a new connection for each request"
    asked = {"close": 1}  # noqa: RUF012


class HelloHttp2(Load):
    name = "hello-http2"
    title = "Hello over HTTP/2 (h2load, one stream to a connection)"

    def cell(self, connections):
        def measure(bench, peer):
            url = bench.base + self.path(peer)
            return client.h2load(bench.meter, url, connections, bench.seconds)

        return Cell(f"HTTP/2, {connections} connections", measure)


WORKLOADS = [Hello(), HelloClose(), HelloHttp2()]
