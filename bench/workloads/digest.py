# SPDX-License-Identifier: Apache-2.0
"""A Lua script that loads two libraries: where a state lives on, only once."""

from harness.workload import Load


class Digest(Load):
    name = "digest"
    title = "A digest by libraries that the Lua script loads"
    work = "digest"
    connections = (1, 8, 32)

    def right(self, body):
        return body == b"0733351879b2fa9bd05c7ca3061529c0\n"

    def judges(self, peer):
        return peer.name in ("persist-lua", "lua-once")


WORKLOADS = [Digest()]
