#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One page for each thing that a test wants to see; PATH_INFO chooses."""

import hashlib
import json
import os
import sys
import time
from urllib.parse import parse_qs

import persist_worker

counted = 0
kept = []


def say(request, value):
    body = json.dumps(value).encode()
    request.respond(200, {"Content-Type": "application/json"}, body)


def query(request, name, default=""):
    values = parse_qs(request.env.get("QUERY_STRING", "")).get(name)
    return values[0] if values else default


def who(request):
    say(request, {"pid": os.getpid(), "count": counted})


def env(request):
    say(request, dict(request.env))


def environ(request):
    say(request, dict(os.environ))


def headers(request):
    say(request, dict(request.headers))


def body(request):
    data = request.body.read()
    digest = hashlib.sha256(data).hexdigest()
    time.sleep(int(query(request, "ms", "0")) / 1000)
    say(request, {"length": len(data), "sha256": digest})


def pulled(request):
    """Read the body in pieces of the size asked for; count as it comes."""
    size = int(query(request, "size", "4096"))
    length, digest = 0, hashlib.sha256()
    while data := request.body.read(size):
        length += len(data)
        digest.update(data)
    say(request, {"length": length, "sha256": digest.hexdigest()})


def token(request):
    """Echo the token of the query and of the body, and say who did it."""
    text = request.env.get("QUERY_STRING", "").encode()
    if request.method == "POST":
        text += b" " + request.body.read()
    request.respond(
        200, {"Content-Type": "text/plain"}, b"%s %d\n" % (text, os.getpid())
    )


def stream(request):
    """Send each line only when the test has made the file for it."""
    folder, count = query(request, "dir"), int(query(request, "count", "3"))
    request.start(200, {"Content-Type": "text/plain"})
    for number in range(count):
        wait_for(f"{folder}/{number}")
        request.write(b"line %d\n" % number)
        request.flush()


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.005)


def hold(request):
    """Tell the test that we are here (file .in), and wait for its .go."""
    path = query(request, "file")
    with open(f"{path}.tmp", "w") as file:
        file.write(str(os.getpid()))
    os.rename(f"{path}.tmp", f"{path}.in")
    wait_for(f"{path}.go")
    who(request)


def large(request):
    """A whole response of so many bytes."""
    data = b"x" * int(query(request, "length"))
    request.respond(200, {"Content-Type": "text/plain"}, data)


def printed(request):
    print("printed by mistake", query(request, "mark"), flush=True)
    sys.stderr.write(f"complaint {query(request, 'mark')}\n")
    sys.stderr.flush()
    os.write(1, b"written to descriptor 1\n")
    say(request, {"pid": os.getpid()})


def grow(request):
    """Take so much memory; with hold, keep the request until we are killed."""
    kept.append(b"x" * (int(query(request, "mib")) << 20))
    while query(request, "hold"):
        time.sleep(0.1)
    who(request)


def work(request):
    """Take so many milliseconds."""
    time.sleep(int(query(request, "ms")) / 1000)
    who(request)


def compute(request):
    """Take so many milliseconds of a processor."""
    end = time.process_time() + int(query(request, "ms")) / 1000
    while time.process_time() < end:
        pass
    who(request)


def raised(request):
    mark = query(request, "mark")
    raise LookupError(f"no such thing: {mark} id={request.request_id}")


def raised_late(request):
    request.start(200, {"Content-Type": "text/plain"})
    request.write(b"half of it")
    request.flush()
    wait_for(query(request, "file"))
    raise LookupError(f"too late: {query(request, 'mark')}")


def status(request):
    code = int(query(request, "code"))
    request.respond(code, {"Content-Type": "text/plain"}, b"as told\n")


def header(request):
    """A response with the header that the query names."""
    request.respond(
        200, {query(request, "name"): query(request, "value")}, b"header\n"
    )


def refuse(request):
    """Answer without asking for the body."""
    request.respond(403, {"Content-Type": "text/plain"}, b"not for you\n")


def after(request):
    path = query(request, "file")
    request.after_response(lambda: wait_for(f"{path}.go"))
    who(request)


def hold_after(request):
    """As hold(); then our worker is busy until the test makes the file .end."""
    path = query(request, "file")
    request.after_response(lambda: wait_for(f"{path}.end"))
    hold(request)


def exited(request):
    os._exit(3)


def ran(request):
    """Leave a line in a file, so that a test sees how often we have run."""
    with open(query(request, "file"), "a") as file:
        file.write(query(request, "mark") + "\n")
    who(request)


PAGES = {
    "/after": after,
    "/body": body,
    "/compute": compute,
    "/env": env,
    "/environ": environ,
    "/exit": exited,
    "/grow": grow,
    "/header": header,
    "/headers": headers,
    "/hold": hold,
    "/hold-after": hold_after,
    "/large": large,
    "/print": printed,
    "/pulled": pulled,
    "/raise": raised,
    "/raise-late": raised_late,
    "/ran": ran,
    "/refuse": refuse,
    "/status": status,
    "/stream": stream,
    "/token": token,
    "/who": who,
    "/work": work,
}


def app(request):
    global counted
    counted += 1
    page = PAGES.get(request.env.get("PATH_INFO", "/who"), who)
    page(request)


persist_worker.each_request(app)
