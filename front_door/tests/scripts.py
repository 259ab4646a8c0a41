# SPDX-License-Identifier: Apache-2.0
"""Scripts of the tests: each a resident loop over its requests."""

LOOP = """#!/usr/bin/env python3
import os, sys, time
import persist_worker
count = 0
for request in persist_worker.each_request():
    count += 1
"""

HELLO = (
    LOOP
    + """
    text = f"{os.getpid()} {count}\\n"
    request.respond(200, {"Content-Type": "text/plain"}, text.encode())
"""
)

# Says when it has a request, and waits for a file before it answers.
WAITS = (
    LOOP
    + """
    place = os.path.dirname(os.path.abspath(__file__))
    name = request.query
    open(f"{place}/began.{name}", "w").close()
    while not os.path.exists(f"{place}/go"):
        time.sleep(0.01)
    request.respond(200, {}, str(os.getpid()).encode())
"""
)
