# SPDX-License-Identifier: Apache-2.0
"""mod_proxy_http and uvicorn: as pip installs it, and with the event loop and
the parser in C that its documentation recommends.
"""

from harness.application import FASTAPI, python_path, serving
from harness.peer import WORKERS, ProxiedPeer


class Uvicorn(ProxiedPeer):
    name = "uvicorn"
    title = "mod_proxy_http + uvicorn"
    language = "Python"
    settings = f"{WORKERS} workers, keep-alive 60, backlog 1024"
    venvs: tuple[str, ...] = ()
    options = ("--loop=asyncio", "--http=h11")

    def missing(self, site):
        here = "apps-venv" in python_path()
        return super().missing(site) or ("" if here else "no uvicorn from PyPI")

    def start(self, site):
        app = site.apps / self.app
        site.spawn(
            self.name,
            "/usr/bin/python3",
            "-m",
            "uvicorn",
            f"--workers={WORKERS}",
            "--backlog=1024",
            "--timeout-keep-alive=60",
            *self.options,
            "--log-level=warning",
            "--no-access-log",
            f"--uds={site.sockets}/{self.name}",
            f"--app-dir={app.parent}",
            f"{app.stem}:application",
            PYTHONPATH=python_path(*self.venvs),
        )


class InC(Uvicorn):
    name = "uvicorn-c"
    title = "mod_proxy_http + uvicorn (uvloop, httptools)"
    settings = f"{Uvicorn.settings}; uvloop, httptools"
    venvs = ("bench-venv",)
    options = ("--loop=uvloop", "--http=httptools")


PEERS = [serving(kind(), FASTAPI) for kind in (Uvicorn, InC)]
