# SPDX-License-Identifier: Apache-2.0
"""messages.py: one message each, in the encoding that an encoder chooses."""

from vector import Message, Vector, frame, message, vector


def good(name: str, comment: str, content: Message) -> Vector:
    return vector(f"message-{name}", comment, frame(content.object()), ["canonical yes", *content.lines()])


ALL_BYTES = bytes(range(256))

DATA = [
    good("open-data", "httpd opens a data connection for unit 3",
         message("OPEN", version=1, role=0, features=0, unit=3)),
    good("open-control", "persistd opens the control connection",
         message("OPEN", version=1, role=1, features=0, unit=0)),
    good("open-features", "feature bits up to the highest",
         message("OPEN", version=1, role=0, features=0xFFFFFFFF, unit=0)),
    good("request", "a GET without body",
         message("REQUEST", seq=0, variables=b"REQUEST_METHOD\0GET\0SCRIPT_NAME\0/hello.py\0QUERY_STRING\0\0",
                 body_mode=0, body=b"", soft_ms=0, request_id=b"aJq0wX8AAAEAAAkT")),
    good("request-inline", "a POST whose whole body is in the frame",
         message("REQUEST", seq=1, variables=b"REQUEST_METHOD\0POST\0CONTENT_LENGTH\0007\0", body_mode=1,
                 body=b"a=1&b=2", soft_ms=30000, request_id=b"id")),
    good("request-pulled", "a POST whose body begins in the frame; WANT the rest",
         message("REQUEST", seq=127, variables=b"REQUEST_METHOD\0POST\0", body_mode=2, body=b"the beginning",
                 soft_ms=1, request_id=b"i" * 64)),
    good("request-bytes", "values are bytes, not text",
         message("REQUEST", seq=0, variables=b"X\0" + ALL_BYTES[1:] + b"\0", body_mode=1, body=ALL_BYTES, soft_ms=0,
                 request_id=b"")),
    good("request-long", "lengths that take 16 and 32 bits",
         message("REQUEST", seq=0, variables=b"LONG\0" + b"v" * 300 + b"\0", body_mode=1, body=b"b" * 65536, soft_ms=0,
                 request_id=b"")),
    good("request-longest-time", "the largest number of milliseconds",
         message("REQUEST", seq=0, variables=b"", body_mode=0, body=b"", soft_ms=1 << 40, request_id=b"")),
    good("body", "a piece of a body", message("BODY", bytes=b"piece\r\n\0", mark=0)),
    good("body-last", "the last piece of a body", message("BODY", bytes=b"end", mark=1)),
    good("body-last-empty", "the end of a body, without bytes", message("BODY", bytes=b"", mark=1)),
    good("body-broken", "the client's body can't be completed", message("BODY", bytes=b"", mark=2)),
    good("info", "103 Early Hints before the response",
         message("INFO", seq=5, status=103, headers=[b"Link", b"</style.css>; rel=preload"])),
    good("response", "a whole response in one frame",
         message("RESPONSE", seq=0, status=200, headers=[b"Content-Type", b"text/plain"], body=b"hello", flags=1)),
    good("response-begin", "a response whose BODY frames follow",
         message("RESPONSE", seq=9, status=200, headers=[b"Content-Type", b"text/html; charset=utf-8"], body=b"",
                 flags=0)),
    good("response-headers", "headers keep their order and their repeats",
         message("RESPONSE", seq=1, status=302,
                 headers=[b"Set-Cookie", b"a=1", b"Location", b"/next", b"Set-Cookie", b"b=2", b"X-Empty", b""],
                 body=b"", flags=1)),
    good("response-cgi", "a response that follows CGI's rules",
         message("RESPONSE", seq=2, status=200, headers=[b"Location", b"/local"], body=b"", flags=3)),
    good("response-many", "more elements than a short array header can say",
         message("RESPONSE", seq=2, status=599,
                 headers=[part for i in range(20) for part in (b"X-%d" % i, b"%d" % (i * i))], body=b"", flags=1)),
    good("file", "a passed file: offset and length", message("FILE", offset=4096, length=1 << 32)),
    good("want", "the worker asks for 64 KiB more", message("WANT", bytes=65536)),
    good("want-least", "the smallest credit", message("WANT", bytes=1)),
    good("want-most", "the largest credit", message("WANT", bytes=1 << 20)),
    good("log", "a line for httpd's error log", message("LOG", level=3, text="naïve".encode())),
    good("end", "a streamed response is complete", message("END", ok=1, after=0, trailers=[])),
    good("end-abort", "the client's stream is to be aborted", message("END", ok=0, after=0, trailers=[])),
    good("end-after", "complete, but the worker goes on working; with a trailer",
         message("END", ok=1, after=1, trailers=[b"Server-Timing", b"db;dur=5"])),
]  # fmt: skip

CONTROL = [
    good("stop", "persistd tells the worker to end", message("STOP")),
    good("fork", "persistd asks for a clone", message("FORK")),
    good("deadline", "the soft deadline of this request is over", message("DEADLINE", request_id=b"aJq0wX8AAAEAAAkT")),
    good("probe", "is unit 3 idle?", message("PROBE", unit=3)),
    good("ready", "the worker can take requests",
         message("READY", version=1, sdk=b"python 0.1.0", features=0, capacity=4,
                 files=[b"/srv/www/app.py", b"/srv/www/lib/db.py"], signal=12)),
    good("ready-least", "the smallest READY",
         message("READY", version=1, sdk=b"", features=0, capacity=1, files=[], signal=0)),
    good("files", "code that was loaded later; an odd count is good here",
         message("FILES", files=[b"/srv/www/a.py", b"/srv/www/b.py", b"/srv/www/\xff.py"])),
    good("idle", "unit 3 is idle", message("IDLE", unit=3)),
    good("leaving", "the script ended its loop", message("LEAVING")),
    good("cloned", "a clone was made", message("CLONED", refused=0)),
    good("cloned-refused", "no clone can be made now", message("CLONED", refused=1)),
    good("child", "a CGI child ended", message("CHILD", pid=4711, status=256)),
]

SERVER = [
    good("settings", "httpd's settings for persistd",
         message("SETTINGS", token=b"\x00\x01secret\xff", max_workers=64, stop_ms=10000,
                 environment=[b"PATH", b"/usr/bin:/bin", b"LANG", b"C.UTF-8"])),
    good("up", "persistd can serve", message("UP", fault=0, text=b"")),
    good("up-fault", "persistd can't serve", message("UP", fault=5001, text=b"directory is writable for others")),
    good("hello-presence", "an httpd child shows itself", message("HELLO", token=b"secret", role=0, owner=12)),
    good("hello-ask", "a connection for one question", message("HELLO", token=b"", role=1, owner=0)),
    good("ensure", "the definition of a pool",
         message("ENSURE", key_high=0x0123456789ABCDEF, key_low=(1 << 64) - 1, seen=77, script=b"/srv/www/app.py",
                 interpreter=[b"/usr/bin/python3", b"-X", b"dev"], environment=[b"MODE", b"test"], mode=0,
                 workers_min=0, workers_max=4, idle_ms=300000, boot_ms=30000, hard_ms=60000, debug=1)),
    good("ensured", "the pool's place in the table",
         message("ENSURED", fault=0, pool=2, generation=1 << 56, retry_ms=0, text=b"")),
    good("ensured-fault", "the pool's worker can't start",
         message("ENSURED", fault=2002, pool=0, generation=0, retry_ms=1500, text=b"exit status 1\nTraceback")),
    good("nudge", "look at pool 2", message("NUDGE", pool=2)),
    good("status", "a report in JSON, please",
         message("STATUS", format=1, below=b"/srv/www/alice/")),
    good("report", "the last part of a report", message("REPORT", bytes=b"{}\n", last=1)),
    good("late", "a request has passed its soft deadline",
         message("LATE", slot=3, incarnation=17, request_id=b"aJq0wX8AAAEAAAkT")),
    good("worker", "a line of the journal",
         message("WORKER", slot=3, incarnation=17, key_high=1, key_low=2, pid=4711, started=123456789,
                 version=1 << 63)),
]  # fmt: skip

MESSAGES = [*DATA, *CONTROL, *SERVER]
