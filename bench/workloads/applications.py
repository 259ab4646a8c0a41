# SPDX-License-Identifier: Apache-2.0
"""Applications of frameworks: hello, and a page from a database."""

from harness import client
from harness.workload import Cell, Load, Workload


class Framework(Load):
    """One application on each server that its language has."""

    connections = (1, 8, 32)
    settings = "# Applications have a server of their own."

    def judges(self, peer):
        return True

    def often(self, peer):
        return 4


class Flask(Framework):
    name = "flask"
    title = "Hello of Flask"
    work = "flask"


class Django(Framework):
    name = "django"
    title = "A page of Django: ten SQLite rows by the ORM, in a template"
    work = "django"

    def path(self, peer):
        return f"{peer.url(self.work)}?team=7"

    def right(self, body):
        rows = body.count(b"<tr><td>")
        return rows == 10 and b"<td>item 70</td>" in body


class FastAPI(Framework):
    name = "fastapi"
    title = "Hello of FastAPI"
    work = "fastapi"


class Sinatra(Framework):
    name = "sinatra"
    title = "Hello of Sinatra"
    work = "sinatra"


class Alone(Workload):
    name = "alone"
    title = "Applications without a server"
    about = "All times are of the processor; no server can go below them."
    work = "alone"
    settings = Framework.settings

    def judges(self, peer):
        return True

    def often(self, peer):
        return 4

    def wrong(self, bench, peer):
        return ""  # the program checks each response

    def cells(self):
        return [Cell("one process", self.measure)]

    def measure(self, bench, peer):
        return client.alone(*peer.command(bench.site, bench.seconds))


WORKLOADS = [Flask(), Django(), FastAPI(), Sinatra(), Alone()]
