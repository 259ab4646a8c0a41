# SPDX-License-Identifier: Apache-2.0
"""./app.py stop, and who can't say it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from conftest import run_once, write_script

if TYPE_CHECKING:
    from pathlib import Path

HANDLER = """
    persist_worker.each_request(lambda request: request.respond(200))
"""
REQUEST = {"REQUEST_METHOD": "GET", "QUERY_STRING": "stop"}


def persistctl(tmp_path: Path) -> str:
    """Make a program that says what it was asked for."""
    program = tmp_path / "bin" / "persistctl"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\nexit 3\n')
    program.chmod(0o755)
    return str(program)


ORDERS = ["status", "pid", "start", "stop", "restart", "reload", "drain"]


def test_orders_are_persistctls(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    program = persistctl(tmp_path)
    for order in ORDERS:
        done = run_once(script, order, "--json", PERSISTCTL=program)
        assert done.stdout.decode().split("\n") == [
            order,
            str(script),
            "--json",
            "",
        ]
        assert done.returncode == 3
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    assert run_once(script, "stop", PATH=path).returncode == 3
    done = run_once(script, "stop", PERSISTCTL=str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"No such file" in done.stderr
    assert b"PERSISTCTL" in done.stderr


def test_a_request_gives_no_orders(tmp_path: Path) -> None:
    """/app.py?stop makes the argument "stop" (RFC 3875, 4.4)."""
    script = write_script(tmp_path, HANDLER)
    environ = dict(REQUEST, PERSISTCTL=persistctl(tmp_path))
    for order in ORDERS:
        done = run_once(script, order, **environ, GATEWAY_INTERFACE="CGI/1.1")
        assert done.stdout.startswith(b"Status: 200 OK\r\n")
        for more in (environ, {"QUERY_STRING": order}, {"PERSIST_WORKER": "x"}):
            done = run_once(
                script, order, **{**more, "PERSISTCTL": environ["PERSISTCTL"]}
            )
            assert (done.returncode, done.stdout) == (2, b"")
