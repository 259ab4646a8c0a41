#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says which code serves: its own number, and that of a file it loads."""

import json
import os

import persist_worker
import reload_library

CODE = "0"


def app(request):
    if request.path.endswith("/lazy"):
        import reload_lazily

        lazily = reload_lazily.CODE
    else:
        lazily = ""
    body = json.dumps(
        {
            "pid": os.getpid(),
            "code": CODE,
            "library": reload_library.CODE,
            "lazily": lazily,
        }
    ).encode()
    request.respond(200, {"Content-Type": "application/json"}, body)


persist_worker.each_request(app)
