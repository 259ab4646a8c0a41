# SPDX-License-Identifier: Apache-2.0
"""From 1 to 1000 clients before four workers: nothing may be dropped."""

from harness.workload import Load


class Concurrency(Load):
    name = "concurrency"
    title = "Hello, from 1 to 1000 connections"
    about = (
        "mod_cgid takes no part: it would start a process for each connection."
    )
    connections = (1, 4, 16, 64, 256, 1000)

    def takes(self, peer):
        return super().takes(peer) and not peer.children_unseen


WORKLOADS = [Concurrency()]
