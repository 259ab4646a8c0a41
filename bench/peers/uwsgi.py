# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_uwsgi and uWSGI, set up as its "things to know" page says."""

from harness.peer import WORKERS, Peer


class Uwsgi(Peer):
    name = "uwsgi"
    title = "mod_proxy_uwsgi + uWSGI"
    language = "Python"
    settings = f"master, {WORKERS} processes, thunder-lock, listen 1024"
    modules = ("proxy", "proxy_uwsgi")
    programs = ("uwsgi",)
    packages = ("uwsgi-core",)
    worker = "uwsgi"

    def conf(self, site):
        return (
            f"ProxyPass /{self.name} unix:{site.sockets}/uwsgi|uwsgi://uwsgi\n"
        )

    def start(self, site):
        site.spawn(
            self.name,
            "uwsgi",
            "--master",
            "--need-app",
            "--die-on-term",
            "--disable-logging",
            "--thunder-lock",
            "--plugin=python3",
            f"--processes={WORKERS}",
            "--listen=1024",
            "--buffer-size=32768",
            f"--socket={site.sockets}/uwsgi",
            f"--wsgi-file={site.apps}/wsgi_app.py",
        )


PEERS = [Uwsgi()]
