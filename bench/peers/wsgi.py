# SPDX-License-Identifier: Apache-2.0
"""mod_wsgi in httpd's own processes, and in processes of its daemon mode."""

from harness.application import DJANGO, FLASK, python_path, serving
from harness.peer import ALL, WORKERS, Peer


class Embedded(Peer):
    name = "wsgi-embedded"
    title = "mod_wsgi, embedded"
    language = "Python"
    place = "inside"
    settings = "in httpd's 4 children, main interpreter"
    modules = ("wsgi",)
    packages = ("libapache2-mod-wsgi-py3",)
    app = "wsgi/wsgi_app.py"

    def conf(self, site):
        return (
            "WSGIApplicationGroup %{GLOBAL}\n"
            f"WSGIScriptAlias /{self.name} {site.apps}/{self.app}\n"
        )


class Daemon(Embedded):
    name = "wsgi-daemon"
    title = "mod_wsgi, daemon"
    place = "outside"
    settings = f"{WORKERS} processes of 1 thread, listen-backlog 1024"
    worker = "(wsgi:wsgi-daemon)"
    works = ALL | {"file", "mixed"}

    def conf(self, site):
        return (
            f"WSGISocketPrefix {site.run}/wsgi\n"
            f"WSGIDaemonProcess {self.name} processes={WORKERS} threads=1"
            " listen-backlog=1024 display-name=%{GROUP}"
            f" python-path={python_path()}\n"
            f"WSGIScriptAlias /{self.name} {site.apps}/{self.app}"
            f" process-group={self.name} application-group=%{{GLOBAL}}\n"
        )


PEERS = [Embedded(), Daemon()]
PEERS += [serving(Daemon(), framework) for framework in (FLASK, DJANGO)]
