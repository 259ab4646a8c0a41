# SPDX-License-Identifier: Apache-2.0
"""Applications without any server, called in a loop: what bounds CPU times."""

from harness.application import DJANGO, FASTAPI, FLASK, SINATRA, python_path
from harness.peer import Peer


class Alone(Peer):
    place = "bare"
    settings = "one process, which calls the application in a loop"
    works = frozenset({"alone"})

    def __init__(self, application, language):
        self.framework = application.name
        self.language = language
        self.name = f"alone-{application.name}"
        self.title = f"{application.title} without a server"

    def conf(self, site):
        return ""

    def command(self, site, seconds):
        """Return the program for so many seconds, and its environment."""
        interpreter, suffix = {
            "Python": ("/usr/bin/python3", "py"),
            "Ruby": ("/usr/bin/ruby", "rb"),
        }[self.language]
        program = [interpreter, f"{site.apps}/alone.{suffix}"]
        environment = {"PYTHONPATH": python_path(), "RACK_ENV": "production"}
        return [*program, self.framework, str(seconds)], environment


PEERS = [Alone(framework, "Python") for framework in (FLASK, DJANGO, FASTAPI)]
PEERS += [Alone(SINATRA, "Ruby")]
