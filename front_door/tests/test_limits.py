# SPDX-License-Identifier: Apache-2.0
"""Queue, deadlines and clients that leave."""

import os
import signal
import subprocess

from waiting import DEADLINE, wait_for

import scripts

ENDLESS = """#!/usr/bin/env python3
import os, time
import persist_worker
place = os.path.dirname(os.path.abspath(__file__))
for request in persist_worker.each_request():
    try:
        if request.query == "quick":
            request.respond(200, {}, str(os.getpid()).encode())
            continue
        open(f"{place}/began", "w").close()
        while not request.cancelled:
            time.sleep(0.01)
        open(f"{place}/cancelled", "w").close()
    except persist_worker.DeadlineExceeded:
        request.respond(200, {}, b"late")
"""
PROGRAM = """#!/bin/sh
[ "$QUERY_STRING" = quick ] || exec sleep 1000
printf 'Content-Type: text/plain\\n\\nquick\\n'
"""


def start(site, name, **variables):
    """A request that runs beside the test."""
    return subprocess.Popen(
        [site.web / f"{name}.cgi"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"REQUEST_METHOD": "GET", "GATEWAY_INTERFACE": "CGI/1.1"}
        | variables,
    )


def quick(site):
    """The answer of a quick request. On a slow machine a deadline may come
    first: then it is asked again."""

    def body():
        done = site.run("app", QUERY_STRING="quick")
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        return b"Status: 5" not in head and body.decode()

    return wait_for(body, "an answer in time")


def test_a_request_beyond_the_queue_is_told_when_to_come_again(site):
    site.set(PersistWorkers="1 1", PersistQueue="1 10min")
    site.script("app", scripts.WAITS)
    first = start(site, "app", QUERY_STRING="a")
    site.wait_for_files([site.web / "began.a"])
    # Whichever of these comes second is refused.
    others = [start(site, "app", QUERY_STRING=name) for name in "bc"]
    ended = wait_for(
        lambda: [other for other in others if other.poll() is not None],
        "the refusal",
    )
    [refused] = ended
    answer = refused.communicate()[0]
    assert b"Status: 503" in answer
    assert b"Retry-After: " in answer
    assert answer.endswith(b"PERSIST3001\n")
    site.write("go", "")
    for request in [first, *others]:
        if request is not refused:
            assert b"Status: 200" in request.communicate()[0]


def test_a_request_that_waits_too_long_is_refused(site):
    site.set(PersistWorkers="1 1")
    site.script("app", scripts.WAITS)
    first = start(site, "app", QUERY_STRING="a")
    site.wait_for_files([site.web / "began.a"])
    site.set(PersistQueue="9 300ms")
    done = site.run("app")
    assert b"Status: 503" in done.stdout
    assert b"PERSIST3002: waited too long" in done.stderr
    site.write("go", "")
    assert b"Status: 200" in first.communicate()[0]


def test_the_hard_deadline_ends_a_request(site):
    site.set(PersistRequestTimeout="off 300ms")
    site.script("app", ENDLESS)
    pid = quick(site)
    done = site.run("app")
    assert b"Status: 504" in done.stdout
    assert done.stdout.endswith(b"PERSIST4005\n")
    assert quick(site) != pid


def only_host(site):
    """What it has forked has its command until it executes another."""
    pids = site.processes("persist-cgi-host")
    return len(pids) == 1 and pids


def test_a_program_that_is_late_ends_alone(site):
    site.set(PersistMode="cgi", PersistRequestTimeout="off 500ms")
    site.script("app", PROGRAM, extension="")
    assert quick(site) == "quick\n"
    hosts = wait_for(lambda: only_host(site), "one host")
    done = site.run("app")
    assert done.stdout.endswith(b"PERSIST4005\n"), done
    assert quick(site) == "quick\n"
    assert wait_for(lambda: only_host(site), "one host") == hosts


def test_the_soft_deadline_reaches_the_script(site):
    site.set(PersistRequestTimeout="300ms 60s")
    site.script("app", ENDLESS)
    assert site.body("app") == "late"


def leave(site, how):
    """A request whose client leaves; the script notices, and goes on."""
    site.set(PersistWorkers="1 1")
    site.script("app", ENDLESS)
    request = start(site, "app")
    site.wait_for_files([site.web / "began"])
    [pid] = site.processes("app.py")
    how(request)
    site.wait_for_files([site.web / "cancelled"])
    assert request.wait(DEADLINE) == 0
    assert site.body("app", QUERY_STRING="quick") == str(pid)


def test_a_server_that_closes_the_output_cancels_the_request(site):
    leave(site, lambda request: request.stdout.close())


def test_a_server_that_sends_sigterm_cancels_the_request(site):
    leave(site, lambda request: os.kill(request.pid, signal.SIGTERM))
