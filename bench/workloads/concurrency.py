# SPDX-License-Identifier: Apache-2.0
"""From 1 to 1000 clients with four workers. No request may be dropped."""

from harness import plot
from harness.workload import Load

# Seconds. 1000 connections are opened within the first one, which costs 4 % of
# its requests.
SHORTEST = 4


class Concurrency(Load):
    name = "concurrency"
    title = "Hello, from 1 to 1000 connections"
    about = (
        "Four workers each. 1024 requests may wait in the queue of mod_persist "
        "(PersistQueue 1024 60s, PersistCeiling QueueTotal 1024; by default "
        "100 for a script, and half as many as httpd has threads for all "
        "scripts) and of Passenger, and 1024 connections in the backlogs of "
        "uWSGI, gunicorn, puma, php-fpm and mod_wsgi's daemons. mod_fcgid's "
        "requests wait in httpd without a limit. Each child of httpd has 1024 "
        "threads here. When all of them are busy, the child closes its kept "
        "connections, and a client that sends a request at that moment fails, "
        "whichever peer it is for. mod_cgid takes no part, because it would "
        "start a process for each connection. Each measurement takes at least "
        f"{SHORTEST} s."
    )
    settings = (
        "ThreadLimit 1024\nThreadsPerChild 1024\nMaxRequestWorkers 4096\n"
        "MaxSpareThreads 4096\n"
    )
    connections = (1, 4, 32, 128, 1000)
    judged = (32, 1000)
    least = SHORTEST
    plotted = True

    def judges(self, peer):
        return peer.place in ("ours", "bare")

    def often(self, peer):
        return 4  # goals with little room, and rates that vary by a tenth

    def draw(self, path, outcomes):
        plot.lines(path, self.title, outcomes, self.connections)

    def takes(self, peer):
        return super().takes(peer) and not peer.children_unseen


WORKLOADS = [Concurrency()]
