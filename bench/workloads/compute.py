# SPDX-License-Identifier: Apache-2.0
"""A script that computes: what the interpreter does, not the way to it."""

from harness.workload import Load


class Compute(Load):
    name = "compute"
    title = "64,000 steps of Python's arithmetic"
    work = "compute"
    connections = (1, 8)

    def right(self, body):
        return body == b"633\n"


WORKLOADS = [Compute()]
