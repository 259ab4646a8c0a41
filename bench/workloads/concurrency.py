# SPDX-License-Identifier: Apache-2.0
"""From 1 to 1000 clients before four workers: nothing may be dropped."""

from harness.workload import Load


class Concurrency(Load):
    name = "concurrency"
    title = "Hello, from 1 to 1000 connections"
    about = (
        "Each child has 1024 threads here: when all are at work, httpd closes "
        "the connections that it keeps, and a client that asks at that moment "
        "fails, whoever would have answered. mod_cgid takes no part: it would "
        "start a process for each connection."
    )
    settings = (
        "ThreadLimit 1024\nThreadsPerChild 1024\nMaxRequestWorkers 4096\n"
        "MaxSpareThreads 4096\n"
    )
    connections = (1, 4, 16, 64, 256, 1000)
    plotted = True

    def takes(self, peer):
        return super().takes(peer) and not peer.children_unseen


WORKLOADS = [Concurrency()]
