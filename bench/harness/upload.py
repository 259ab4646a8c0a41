# SPDX-License-Identifier: Apache-2.0
"""upload.py URL BYTES SECONDS: POSTs so many bytes, again and again.

wrk would build the whole request in memory within the measured time, which
takes most of it on a busy machine, and would cut off the last request. This
client sends one piece repeatedly and lets the last request end. It prints a
line like that of wrk.lua, for the same parser.
"""

from __future__ import annotations

import http.client
import itertools
import json
import sys
import time
from urllib.parse import urlsplit

from sample import percentile

PIECE = b"x" * (256 * 1024)
PATIENCE = 60


def pieces(size: int):
    """Return an iterator over so many bytes without storing them."""
    whole, part = divmod(size, len(PIECE))
    return itertools.chain(itertools.repeat(PIECE, whole), [PIECE[:part]])


def post(connection: http.client.HTTPConnection, path: str, size: int) -> bool:
    """Return whether the response is right for a body of this size."""
    length = {"Content-Length": str(size)}
    connection.request("POST", path, pieces(size), length)
    response = connection.getresponse()
    return response.read() == b"%d\n" % size and response.status == 200


def main() -> None:
    url, size, seconds = urlsplit(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    connection = http.client.HTTPConnection(url.netloc, timeout=PATIENCE)
    connection.connect()
    times, failed = [], 0
    start = now = time.monotonic()
    while now < start + float(seconds):
        if post(connection, url.path, size):
            times.append(time.monotonic() - now)
        else:
            failed += 1
        now = time.monotonic()
    times.sort()
    figures = {
        "requests": len(times),
        "us": int((now - start) * 1e6),
        "p50": int(percentile(times, 50) * 1e6),
        "p99": int(percentile(times, 99) * 1e6),
        "failures": {"answer": failed},
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
