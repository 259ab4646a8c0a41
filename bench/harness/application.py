# SPDX-License-Identifier: Apache-2.0
"""Applications of frameworks, which peers serve in place of the plain work."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from .peer import Peer

P = TypeVar("P", bound=Peer)


@dataclass(frozen=True)
class Application:
    """A folder in apps/ whose application answers /NAME."""

    name: str
    title: str
    entry: str


FLASK = Application("flask", "Flask", "flask_app/wsgi.py")
DJANGO = Application("django", "Django", "django_app/wsgi.py")
FASTAPI = Application("fastapi", "FastAPI", "fastapi_app/asgi.py")
SINATRA = Application("sinatra", "Sinatra", "sinatra_app/config.ru")


def serving(peer: P, application: Application) -> P:
    """Let a new peer serve this application, under a name of its own."""
    peer.name = f"{peer.name}-{application.name}"
    peer.title = f"{peer.title}, {application.title}"
    peer.app = application.entry
    peer.works = frozenset({application.name})
    peer.worker = ""
    return peer


def python_path(*venvs: str) -> str:
    """Return where scripts/setup has installed the frameworks from PyPI.

    venvs are further virtual environments below build/.
    """
    build = Path(os.environ["top_srcdir"], "build")
    libs = [build / venv / "lib" for venv in ("apps-venv", *venvs)]
    found = [d for lib in libs for d in lib.glob("python3*/site-packages")]
    return ":".join(map(str, found))
