# SPDX-License-Identifier: Apache-2.0
"""FastCGI's "personalised content": a user's record put into a file's text.

A worker remembers 250 of 1000 users at most, so that four of them together can
remember all, if each sees its own: that takes affinity.
"""

from harness import client
from harness.workload import Cell, Workload

USERS = 1000
WAYS = {
    "cache": "users and content remembered",
    "kept": "no cache, the database stays open",
    "opened": "no cache, the database opened for each request",
}


class Personal(Workload):
    name = "personal"
    title = "Personalised content, 10 clients"
    about = (
        "1000 users asked in turn, 3000 bytes of content with substitutions, a "
        "cache of 250 users in each process. Without affinity: it comes with "
        "PersistAffinity."
    )
    work = "personal"

    def takes(self, peer):
        return peer.language == "Python" and "page" in peer.works

    def path(self, peer):
        return f"{peer.url(self.work)}/7?way=cache"

    def right(self, body):
        return len(body) > 3000 and b"user 7," in body and b"town 7." in body

    def cells(self):
        return [self.cell(way, label) for way, label in WAYS.items()]

    def cell(self, way, label):
        def measure(bench, peer):
            url = f"{bench.base}{peer.url(self.work)}/%d?way={way}"
            turn = {"from": 0, "to": USERS - 1}
            return client.wrk(bench.meter, url, 10, bench.seconds, **turn)

        return Cell(label, measure)


WORKLOADS = [Personal()]
