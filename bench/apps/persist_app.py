#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python worker of mod_persist."""

import persist_worker
import work

TEXT = {"Content-Type": "text/plain"}


def send_file(request):
    request.start(200, TEXT)
    with open(work.FILE, "rb") as file:
        request.send_file(file)


def answer(request):
    if request.path == work.FILE_PATH:
        send_file(request)
        return
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
