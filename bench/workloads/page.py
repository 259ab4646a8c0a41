# SPDX-License-Identifier: Apache-2.0
"""Ten rows of an SQLite table as JSON, from a database that stays open."""

import json

from harness.workload import Load

TEAM = 7


class Page(Load):
    name = "page"
    title = "JSON page of ten SQLite rows"
    work = "page"
    connections = (8, 32)
    plotted = True

    def path(self, peer):
        return f"{peer.url(self.work)}?team={TEAM}"

    def right(self, body):
        try:
            items = json.loads(body)
        except ValueError:
            return False
        return [item["id"] for item in items] == list(
            range(TEAM * 10, TEAM * 10 + 10)
        ) and all(isinstance(item["price"], int) for item in items)


WORKLOADS = [Page()]
