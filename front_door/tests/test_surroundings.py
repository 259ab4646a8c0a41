# SPDX-License-Identifier: Apache-2.0
"""What the server leaves to its CGI programs, and what lies where persist-cgi
does not expect it."""

import os
import shutil
import signal
import subprocess
import time

from waiting import DEADLINE

import scripts

ENVIRONMENT = {
    "GATEWAY_INTERFACE": "CGI/1.1",
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "/app.cgi",
    "SERVER_PROTOCOL": "HTTP/1.1",
}
VARIABLES = """#!/usr/bin/env python3
import os
import persist_worker
for request in persist_worker.each_request():
    text = "\\n".join(sorted(os.environ))
    request.respond(200, {"Content-Type": "text/plain"}, text.encode())
"""

PROGRAM = """#!/bin/sh
printf 'Status: 200\\nContent-Type: text/plain\\n\\n'
exec /usr/bin/env
"""
UMASK = (
    scripts.LOOP
    + """
    mask = os.umask(0o22)
    os.umask(mask)
    request.respond(200, {}, oct(mask).encode())
"""
)


def run(site, name="app.cgi", **options):
    return subprocess.run(
        [site.web / name],
        capture_output=True,
        env=ENVIRONMENT,
        timeout=DEADLINE,
        **options,
    )


def ignore_and_block():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def test_signals_are_ignored_and_blocked(site):
    site.script("app", scripts.HELLO)
    done = run(site, preexec_fn=ignore_and_block)
    assert b"200" in done.stdout and not done.stderr, done
    [persistd] = site.persistds()
    with open(f"/proc/{persistd}/status", encoding="ascii") as status:
        assert "SigBlk:\t0000000000000000\n" in status.read()


def test_workers_have_the_umask_of_the_server(site):
    site.script("app", UMASK)
    done = run(site, preexec_fn=lambda: os.umask(0o27))
    assert done.stdout.endswith(b"0o27"), done
    [persistd] = site.persistds()
    with open(f"/proc/{persistd}/status", encoding="ascii") as status:
        assert "Umask:\t0077\n" in status.read()


def test_standard_descriptors_are_closed(site):
    site.script("app", scripts.HELLO)
    site.body("app")
    for numbers in [(0,), (2,), (0, 2), (0, 1, 2)]:
        line = " ".join(f"{number}>&-" for number in numbers)
        subprocess.run(
            ["sh", "-c", f"exec {site.web}/app.cgi {line}"],
            env=ENVIRONMENT,
            timeout=DEADLINE,
            check=False,
        )
        done = run(site)
        assert b"200" in done.stdout and not done.stderr, done


def test_a_copy_without_an_ending_is_not_its_own_script(site):
    site.script("app", scripts.HELLO)
    shutil.copy(site.web / "app.cgi", site.web / "other")
    done = run(site, "other")
    assert b"404" in done.stdout or b"500" in done.stdout, done
    assert done.stderr.count(b"\n") == 1, done


def test_a_failure_in_the_future_is_none(site):
    site.script("app", scripts.HELLO)
    site.body("app")
    [persistd] = site.persistds()
    os.kill(persistd, signal.SIGTERM)
    failed = site.runtime / "failed"
    failed.write_text("of tomorrow", encoding="ascii")
    os.utime(failed, (time.time() + 86400,) * 2)
    done = run(site)
    assert b"200" in done.stdout and not done.stderr, done


def test_a_program_has_the_path_of_the_server(site):
    site.set(PersistMode="cgi")
    site.script("app", PROGRAM, "")
    assert "PATH=/of/server" in site.body("app", PATH="/of/server").split()
    assert "PATH=/usr/local/bin:/usr/bin:/bin" in site.body("app").split()


def test_a_script_that_runs_plain_has_no_proxy(site):
    site.set(PersistDaemon=site.top / "nowhere/persistd")
    site.script("app", VARIABLES)
    names = site.body("app", HTTP_PROXY="evil", HTTP_HOST="here").split()
    assert "HTTP_HOST" in names and "HTTP_PROXY" not in names
