# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_uwsgi and uWSGI, set up as its "things to know" page says."""

from harness.application import DJANGO, FLASK, python_path, serving
from harness.peer import ALL, WORKERS, Peer


class Uwsgi(Peer):
    name = "uwsgi"
    title = "mod_proxy_uwsgi + uWSGI"
    language = "Python"
    settings = f"master, {WORKERS} processes, thunder-lock, listen 1024"
    modules = ("proxy", "proxy_uwsgi")
    programs = ("uwsgi",)
    packages = ("uwsgi-core",)
    worker = "/s/uwsgi "
    app = "wsgi/wsgi_app.py"
    works = ALL | {"file", "mixed"}
    options: tuple[str, ...] = ()

    def conf(self, site):
        socket = f"unix:{site.sockets}/{self.name}|uwsgi://{self.name}"
        return f"ProxyPass /{self.name} {socket}\n"

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
            f"--socket={site.sockets}/{self.name}",
            f"--wsgi-file={site.apps}/{self.app}",
            *self.options,
            PYTHONPATH=python_path(),
        )


class UwsgiThreads(Uwsgi):
    """For applications only: mod_persist has a row with threads there, too."""

    name = "uwsgi-threads"
    title = "mod_proxy_uwsgi + uWSGI (4 threads)"
    settings = f"{Uwsgi.settings}, 4 threads"
    works = frozenset()
    options = ("--threads=4",)


PEERS = [Uwsgi()]
PEERS += [serving(Uwsgi(), framework) for framework in (FLASK, DJANGO)]
PEERS += [serving(UwsgiThreads(), framework) for framework in (FLASK, DJANGO)]
