# SPDX-License-Identifier: Apache-2.0
"""Scripts that stay resident behind Apache httpd (mod_persist).

    import persist_worker

    def hello(request):
        request.respond(200, {"Content-Type": "text/plain"}, b"hello")

    persist_worker.each_request(hello)

Import it first thing: it takes over what persistd has left in the process.
"""

from ._errors import ClientGone
from ._headers import Headers
from ._loop import Requests, each_request
from ._request import Request

__all__ = ["ClientGone", "Headers", "Request", "Requests", "each_request"]
