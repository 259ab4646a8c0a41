# SPDX-License-Identifier: Apache-2.0
"""Scripts that stay resident behind Apache httpd (mod_persist).

    import persist_worker

    def hello(request):
        request.respond(200, {"Content-Type": "text/plain"}, b"hello")

    persist_worker.each_request(hello)

The same file also runs as a plain CGI script, and from a terminal:
./app.py --get /path?x=1

Import this package first: it takes over the socket that persistd has left open
in the process.
"""

from ._asgi import serve_asgi
from ._cgi import CgiRequests, each_cgi
from ._errors import ClientGone, DeadlineExceeded
from ._headers import Headers
from ._hooks import after_fork, before_fork
from ._iterator import Requests
from ._loop import each_request
from ._request import Request
from ._wsgi import serve_wsgi

__all__ = [
    "CgiRequests",
    "ClientGone",
    "DeadlineExceeded",
    "Headers",
    "Request",
    "Requests",
    "after_fork",
    "before_fork",
    "each_cgi",
    "each_request",
    "serve_asgi",
    "serve_wsgi",
]
