#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Remembers the last users it has seen, 200 of them, and says whether it knew
this one."""

import os
import time
from collections import OrderedDict
from urllib.parse import parse_qs

import persist_worker

ROOM = 200
known = OrderedDict()


def hold(request):
    """Tell the test that we are here (file .in), and wait for its .go."""
    path = parse_qs(request.env["QUERY_STRING"])["file"][0]
    with open(f"{path}.tmp", "w") as file:
        file.write(str(os.getpid()))
    os.rename(f"{path}.tmp", f"{path}.in")
    while not os.path.exists(f"{path}.go"):
        time.sleep(0.005)


def answer(request):
    user = request.headers.get("X-User", "")
    hit = user in known
    known[user] = True
    known.move_to_end(user)
    if len(known) > ROOM:
        known.popitem(last=False)
    if request.env.get("PATH_INFO") == "/hold":
        hold(request)
    text = f"{'hit' if hit else 'miss'} {os.getpid()}"
    request.respond(200, {"Content-Type": "text/plain"}, text.encode())


persist_worker.each_request(answer)
