# SPDX-License-Identifier: Apache-2.0
"""mod_wsgi in httpd's own processes, and in processes of its daemon mode."""

from harness.peer import WORKERS, Peer


class Embedded(Peer):
    name = "wsgi-embedded"
    title = "mod_wsgi, embedded"
    language = "Python"
    place = "inside"
    settings = "in httpd's 4 children, main interpreter"
    modules = ("wsgi",)
    packages = ("libapache2-mod-wsgi-py3",)

    def conf(self, site):
        return (
            "WSGIApplicationGroup %{GLOBAL}\n"
            f"WSGIScriptAlias /{self.name} {site.apps}/wsgi_app.py\n"
        )


class Daemon(Embedded):
    name = "wsgi-daemon"
    title = "mod_wsgi, daemon"
    place = "outside"
    settings = f"{WORKERS} processes of 1 thread, listen-backlog 1024"
    worker = "(wsgi:bench)"

    def conf(self, site):
        return (
            f"WSGISocketPrefix {site.run}/wsgi\n"
            f"WSGIDaemonProcess bench processes={WORKERS} threads=1"
            " listen-backlog=1024 display-name=%{GROUP}\n"
            f"WSGIScriptAlias /{self.name} {site.apps}/wsgi_app.py"
            " process-group=bench application-group=%{GLOBAL}\n"
        )


PEERS = [Embedded(), Daemon()]
