# SPDX-License-Identifier: Apache-2.0
"""wsgi_reference.py PORT MOUNT OBJECT: serves a WSGI application by wsgiref.

OBJECT is MODULE:NAME or FILE:NAME in the working directory; without NAME it is
the one called application. MOUNT becomes SCRIPT_NAME.
"""

import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path
from wsgiref.simple_server import WSGIRequestHandler, make_server

port, mount, where = sys.argv[1:]


class Mounted(WSGIRequestHandler):
    """Is where the other server is: http://localhost, below the mount."""

    def get_environ(self):
        """Divide the path."""
        environ = super().get_environ()
        environ["SERVER_NAME"] = "localhost"
        environ["SERVER_PORT"] = "80"
        environ["SCRIPT_NAME"] = mount
        environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(mount)
        return environ


def load():
    """Return the application."""
    place, _, name = where.partition(":")
    name = name or "application"
    sys.path.insert(0, "")
    if Path(place).is_file():
        return run_path(place)[name]
    return getattr(import_module(place), name)


make_server(
    "127.0.0.1", int(port), load(), handler_class=Mounted
).serve_forever()
