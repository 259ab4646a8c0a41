# SPDX-License-Identifier: Apache-2.0
"""streams.py: sequences of frames, beginnings of frames, and the worked example of PROTOCOL.md."""

from __future__ import annotations

from vector import Message, Vector, frame, message


def stream(name: str, comment: str, *messages: Message) -> Vector:
    data = b"".join(frame(item.object()) for item in messages)
    lines = [line for item in messages for line in item.lines()]
    return Vector(name, comment, data, ["canonical yes", *lines])


def cut_short(name: str, comment: str, whole: list[Message], last: Message, kept: int) -> Vector:
    """Return the frames of `whole`, then the first `kept` bytes of the frame of `last`."""
    data = b"".join(frame(item.object()) for item in whole) + frame(last.object())[:kept]
    lines = [line for item in whole for line in item.lines()]
    return Vector(name, comment, data, [*lines, f"incomplete {kept}"])


OPEN = message("OPEN", version=1, role=0, features=0, unit=0)
WANT = message("WANT", bytes=65536)
LOG = message("LOG", level=4, text=b"disk is nearly full")

REQUEST = message(
    "REQUEST", seq=0x5A1C90E7, variables=b"REQUEST_METHOD\0POST\0SCRIPT_NAME\0/up.py\0CONTENT_LENGTH\00011\0",
    body_mode=2, body=b"hello ", soft_ms=0, request_id=b"r1")  # fmt: skip
RESPONSE = message(
    "RESPONSE", seq=0x5A1C90E7, status=200, headers=[b"Content-Type", b"text/plain"], body=b"got ",
    flags=0)  # fmt: skip

EXCHANGE = [
    stream("exchange-1-persistd", "persistd takes the worker on",
           message("OPEN", version=1, role=1, features=0, unit=0)),
    stream("exchange-2-worker", "control: the worker is ready",
           message("READY", version=1, sdk=b"example 1", features=0, capacity=1, files=[b"/srv/www/up.py"], signal=0)),
    stream("exchange-3-httpd", "OPEN and REQUEST in one write", OPEN, REQUEST),
    stream("exchange-4-worker", "data: the script reads the rest of the body", WANT),
    stream("exchange-5-httpd", "the rest of the body, and its end", message("BODY", bytes=b"world", mark=1)),
    stream("exchange-6-worker", "data: a streamed response; the script has more to do after it", RESPONSE,
           message("BODY", bytes=b"11 bytes\n", mark=0), message("END", ok=1, after=1, trailers=[])),
    stream("exchange-7-persistd", "is the unit idle?", message("PROBE", unit=0)),
    stream("exchange-8-worker", "control: it is", message("IDLE", unit=0)),
    stream("exchange-9-persistd", "the worker shall end", message("STOP")),
]  # fmt: skip

PIECES = [
    stream("stream-coalesced", "three frames that one read brings", WANT, LOG, message("STOP")),
    cut_short("stream-cut-prefix", "a frame, and the beginning of the next one's prefix", [WANT], LOG, 3),
    cut_short("stream-cut-before-content", "a frame, and a prefix without its content", [WANT], LOG, 5),
    cut_short("stream-cut-content", "a frame, and one that lacks its last byte", [WANT], LOG,
              len(frame(LOG.object())) - 1),
    Vector("stream-then-refused", "a good frame, then one that must be refused",
           frame(WANT.object()) + frame(b"\x91\x00"), [*WANT.lines(), "error KIND"]),
    Vector("stream-empty", "nothing has come yet", b"", ["incomplete 0"]),
]  # fmt: skip

STREAMS = [*EXCHANGE, *PIECES]
