# SPDX-License-Identifier: Apache-2.0
"""FastCGI's "personalised content": a user's record inserted into a file's
text.

A worker caches at most 250 of 1000 users. Four workers together can cache all
users if each worker gets its own part of them, which needs affinity.
"""

from harness import client
from harness.workload import Cell, Workload

USERS = 1000
CLIENTS = 10
WAYS = ("cache", "kept", "opened")


class Personal(Workload):
    name = "personal"
    title = f"Personalised content, {CLIENTS} clients"
    about = (
        f"{USERS} users in an SQLite database, 3000 bytes of content with "
        "substitutions. Each client requests a hundred users of its own, at "
        "random. *cache*: each process caches 250 users and the content "
        "(mod_bare, which has no affinity: all users). *kept*: nothing is "
        "cached, but the database stays open. *opened*: the database is opened "
        "for each request."
    )
    work = "personal"

    def takes(self, peer):
        has = "page" in peer.works or "personal" in peer.works
        return peer.language == "Python" and has

    def judges(self, peer):
        return peer.place in ("ours", "bare") or peer.name == "wsgi-embedded"

    def path(self, peer):
        return f"{peer.url(self.work)}/7?way=cache"

    def right(self, body):
        return len(body) > 3000 and b"user 7," in body and b"town 7." in body

    def cells(self):
        return [Cell(way, self.measuring(way), warms=True) for way in WAYS]

    def measuring(self, way):
        def measure(bench, peer):
            url = f"{bench.base}{peer.url(self.work)}/%d?way={way}"
            users = {"from": 0, "to": USERS - 1, "shares": CLIENTS}
            return client.wrk(
                bench.meter, url, CLIENTS, bench.seconds, CLIENTS, **users
            )

        return measure


WORKLOADS = [Personal()]
