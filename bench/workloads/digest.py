# SPDX-License-Identifier: Apache-2.0
"""A Lua script that loads a library: where a state lives on, only once."""

from harness.workload import Load


class Digest(Load):
    name = "digest"
    title = "A digest by a library that the Lua script loads"
    work = "digest"
    connections = (1, 8, 32)

    def right(self, body):
        return body == b"5d41402abc4b2a76b9719d911017c592\n"

    def judges(self, peer):
        return peer.name in ("persist-lua", "lua-once")


WORKLOADS = [Digest()]
