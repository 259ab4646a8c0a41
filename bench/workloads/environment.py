# SPDX-License-Identifier: Apache-2.0
"""All CGI variables as text: what acgi was measured by."""

from harness.workload import Load


class Environment(Load):
    name = "environment"
    title = "Environment dump"
    work = "environment"
    connections = (4, 32)
    plotted = True

    def judges(self, peer):
        return peer.name in ("persist-ruby", "cgid-ruby")

    def right(self, body):
        return b"\nREQUEST_METHOD=GET\n" in b"\n" + body


WORKLOADS = [Environment()]
