# SPDX-License-Identifier: Apache-2.0
"""All CGI variables as text, the request by which acgi was measured."""

import dataclasses

from harness.workload import Load

PATIENCE = 5  # seconds for CGI, so that 32 clients get some responses


class Environment(Load):
    name = "environment"
    title = "Environment dump"
    about = f"mod_cgid is measured for {PATIENCE} s."
    work = "environment"
    connections = (4, 32)
    plotted = True

    def judges(self, peer):
        return peer.name in ("persist-ruby", "cgid-ruby")

    def measuring(self, connections):
        measure = super().measuring(connections)

        def patiently(bench, peer):
            if peer.children_unseen:
                bench = dataclasses.replace(bench, seconds=PATIENCE)
            return measure(bench, peer)

        return patiently

    def right(self, body):
        return b"\nREQUEST_METHOD=GET\n" in b"\n" + body


WORKLOADS = [Environment()]
