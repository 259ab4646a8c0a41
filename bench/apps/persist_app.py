#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python worker of mod_persist."""

import persist_worker
import work

TEXT = {"Content-Type": "text/plain"}


def answer(request):
    body = work.answer(
        request.path,
        lambda: request.env,
        lambda: request.query,
        lambda n: request.body.read(n),
    )
    if len(body) == 1:
        request.respond(200, TEXT, body[0])
        return
    request.start(200, {**TEXT, "Content-Length": str(sum(map(len, body)))})
    for piece in body:
        request.write(piece)


persist_worker.each_request(answer)
