# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_http and gunicorn: plain workers, and workers that keep
connections.
"""

from harness.application import DJANGO, FLASK, python_path, serving
from harness.peer import ALL, WORKERS, ProxiedPeer


class Gunicorn(ProxiedPeer):
    name = "gunicorn"
    title = "mod_proxy_http + gunicorn (sync)"
    language = "Python"
    settings = f"{WORKERS} workers, backlog 1024; closes each connection"
    programs = ("gunicorn",)
    packages = ("gunicorn",)
    app = "wsgi/wsgi_app.py"
    works = ALL | {"file"}
    options = ("--worker-class=sync",)
    worker = "--worker-class=sync"

    def start(self, site):
        app = site.apps / self.app
        site.spawn(
            self.name,
            "gunicorn",
            f"--workers={WORKERS}",
            "--backlog=1024",
            f"--bind=unix:{site.sockets}/{self.name}",
            f"--chdir={app.parent}",
            "--worker-tmp-dir=/dev/shm",
            *self.options,
            f"{app.stem}:application",
            PYTHONPATH=python_path(),
        )


class Threaded(Gunicorn):
    name = "gunicorn-gthread"
    title = "mod_proxy_http + gunicorn (gthread)"
    settings = f"{WORKERS} workers of 1 thread, keep-alive 60, backlog 1024"
    options = ("--worker-class=gthread", "--threads=1", "--keep-alive=60")
    worker = "--worker-class=gthread"


PEERS = [Gunicorn(), Threaded()]
PEERS += [
    serving(kind(), framework)
    for kind in (Gunicorn, Threaded)
    for framework in (FLASK, DJANGO)
]
