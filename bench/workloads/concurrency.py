# SPDX-License-Identifier: Apache-2.0
"""From 1 to 1000 clients before four workers: nothing may be dropped."""

from harness import plot
from harness.workload import Load

# Seconds. Within the first of them 1000 connections come to be, which takes
# 4 % of its requests.
SHORTEST = 4


class Concurrency(Load):
    name = "concurrency"
    title = "Hello, from 1 to 1000 connections"
    about = (
        "Four workers each. Before them 1024 requests may wait at mod_persist "
        "(PersistQueue 1024 60s, PersistCeiling QueueTotal 1024; by default "
        "100 of a script, and of all half as many as httpd has threads), and "
        "at Passenger; 1024 connections in the backlogs of uWSGI, gunicorn, "
        "puma, php-fpm and mod_wsgi's daemons; mod_fcgid's wait in httpd "
        "without a bound. Each child of httpd has 1024 threads here: when all "
        "are at work, it closes the connections that it keeps, and a client "
        "that asks at that moment fails, whoever would have answered. mod_cgid "
        "takes no part: it would start a process for each connection. Each "
        f"measurement takes {SHORTEST} s at least."
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
