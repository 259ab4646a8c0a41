#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says who it is, how often it was started, and how often it was asked."""

import json
import os
from pathlib import Path

import persist_worker

# One line for each start, whoever it was.
boots = Path(os.environ["PERSIST_T_ROOT"], "logs", "boots")
with boots.open("a") as file:
    file.write(f"{os.getpid()}\n")
started = len(boots.read_text().splitlines())

for count, request in enumerate(persist_worker.each_request(), 1):
    answer = {"pid": os.getpid(), "boots": started, "count": count}
    request.respond(
        200, {"Content-Type": "application/json"}, json.dumps(answer).encode()
    )
