# SPDX-License-Identifier: Apache-2.0
"""Unchanged CGI programs: each request has a process of its own."""

from harness.workload import Load


class Programs(Load):
    name = "programs"
    title = "Hello of unchanged CGI programs"
    work = "programs"
    connections = (1, 8)
    judged = (8,)
    least = 2

    def right(self, body):
        return body == b"hello\n"

    def judges(self, peer):
        return peer.place == "ours" or peer.name.startswith("exec-")


WORKLOADS = [Programs()]
