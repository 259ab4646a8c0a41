# SPDX-License-Identifier: Apache-2.0
"""Applications without any server, called in a loop: what bounds CPU times."""

from harness.application import DJANGO, FLASK
from harness.peer import Peer


class Alone(Peer):
    language = "Python"
    place = "bare"
    settings = "one process, which calls the application in a loop"
    works = frozenset({"alone"})

    def __init__(self, application):
        self.framework = application.name
        self.name = f"alone-{application.name}"
        self.title = f"{application.title} without a server"

    def conf(self, site):
        return ""


PEERS = [Alone(FLASK), Alone(DJANGO)]
