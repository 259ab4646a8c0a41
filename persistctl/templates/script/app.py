#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""@NAME@: a script that stays in memory and answers each request."""

import persist_worker


def answer(request):
    """Greet the visitor."""
    text = f"Hello from {request.path or '/'}\n"
    request.respond(200, {"Content-Type": "text/plain"}, text.encode())


persist_worker.each_request(answer)
