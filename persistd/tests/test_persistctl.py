# SPDX-License-Identifier: Apache-2.0
"""What persistctl shows, and of whom it takes what."""

import contextlib
import json
import select
import shutil
import socket
import subprocess
import threading

from driver import BUILD
from pywire import REPORT, frame


def persistctl(httpd, *arguments):
    return subprocess.run(
        [
            BUILD / "persistctl/persistctl",
            "status",
            "--runtime-dir",
            httpd.runtime,
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=False,
    )


def test_persistctl_shows_pools_and_workers(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    done = persistctl(httpd)
    assert done.returncode == 0
    assert str(script) in done.stdout and f"pid {pid}" in done.stdout
    report = json.loads(persistctl(httpd, "--json").stdout)
    assert report["pools"][0]["workers"][0]["pid"] == pid


def test_persistctl_says_when_nobody_is_there(idle_httpd):
    done = persistctl(idle_httpd)
    assert done.returncode == 1
    assert "is httpd up and mod_persist loaded?" in done.stderr
    assert persistctl(idle_httpd, "--nonsense").returncode == 2


def pretender(httpd, answer):
    """A script that has taken persistd's place at the admin socket, and answers
    part by part."""
    httpd.instance.mkdir(mode=0o711)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(httpd.instance / "admin"))
    listener.listen(0)

    def serve():
        with contextlib.suppress(OSError):
            sock, _ = listener.accept()
            with sock:
                sock.recv(4096)  # the question; then readable means: closed
                for part in answer:
                    sock.sendall(part)
                    select.select([sock], [], [], 0.1)
                sock.recv(1)

    threading.Thread(target=serve, daemon=True).start()
    return listener


def pretended(httpd, answer):
    listener = pretender(httpd, answer)
    done = persistctl(httpd)
    listener.close()
    shutil.rmtree(httpd.instance)
    return done


def test_persistctl_shows_nothing_that_a_terminal_would_obey(idle_httpd):
    done = pretended(idle_httpd, [frame(REPORT, b"\x1b]0;x\x07 \xc2\x9b2J", 1)])
    assert done.returncode == 0
    assert done.stdout == "?]0;x? ??2J"


def test_persistctl_does_not_wait_for_ever_for_a_drip(idle_httpd):
    report = frame(REPORT, b"x" * 1000, 1)
    done = pretended(
        idle_httpd, [report[n : n + 1] for n in range(len(report))]
    )
    assert done.returncode == 1 and done.stdout == ""
    assert "timed out" in done.stderr


def test_persistctl_does_not_wait_for_ever_for_a_full_backlog(idle_httpd):
    idle_httpd.instance.mkdir(mode=0o711)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(idle_httpd.instance / "admin"))
        listener.listen(0)
        with socket.socket(socket.AF_UNIX) as first:
            first.connect(listener.getsockname())
            done = persistctl(idle_httpd)
    assert done.returncode == 1 and "timed out" in done.stderr
    shutil.rmtree(idle_httpd.instance)


def test_persistctl_takes_no_endless_report(idle_httpd):
    part = frame(REPORT, b"x" * 60000, 0)
    done = pretended(idle_httpd, [part * 300])
    assert done.returncode == 1 and done.stdout == ""
    assert "too long" in done.stderr
