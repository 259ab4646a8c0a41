# SPDX-License-Identifier: Apache-2.0
"""The clients: wrk, h2load, exact.c, upload.py, and a simple one for single
requests.
"""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .sample import (
    Sample,
    parse_exact,
    parse_h2load,
    parse_processes,
    parse_wrk,
)
from .tree import Meter

if TYPE_CHECKING:
    from .site import Site
    from .workload import Bench

HERE = Path(__file__).parent
SCRIPT = HERE.parent / "wrk.lua"
PATIENCE = 60


def _run(command: list[str], meter: Meter) -> str:
    """Run a client to its end. Its CPU time does not count for the servers."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as client:
        output = client.stdout.read()
        _, status, usage = os.wait4(client.pid, 0)
        client.returncode = os.waitstatus_to_exitcode(status)
        meter.client_ended(usage)
    return output


def wrk(
    meter: Meter,
    url: str,
    connections: int,
    seconds: int,
    threads: int = 1,
    **asked: int,
) -> Sample:
    """Load `url`. `asked` are arguments of wrk.lua."""
    command = ["wrk", f"-t{threads}", f"-c{connections}"]
    command += [f"-d{seconds}s", "--latency"]
    command += [f"--timeout={PATIENCE}s", "-s", str(SCRIPT), url, "--"]
    command += [f"{key}={value}" for key, value in asked.items()]
    before = meter.seconds()
    sample = parse_wrk(_run(command, meter))
    sample.cpu = meter.seconds() - before
    return ended(sample, seconds)


def exact(
    bench: Bench,
    connections: int,
    seconds: int,
    mix: tuple[int, int],
    paths: tuple[str, str],
) -> Sample:
    """Send quick requests, the first path, and slow ones, the second. mix is
    the seed, and how many requests there are for each slow one; 0: none is
    slow.
    """
    program = Path(os.environ["top_builddir"], "bench", "exact")
    numbers = (bench.site.port, connections, seconds, *mix)
    command = [str(program), *map(str, numbers), *paths]
    before = bench.meter.seconds()
    sample = parse_exact(_run(command, bench.meter))
    sample.cpu = bench.meter.seconds() - before
    return ended(sample, seconds)


def alone(command: list[str], environment: dict[str, str]) -> Sample:
    """Run a program that is client and server in one, on CPU time alone."""
    ran = subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    sample = parse_wrk(ran.stdout or ran.stderr)
    sample.cpu = sample.seconds
    return sample


def processes(site: Site, count: int, program: str) -> Sample:
    """Start a program so many times, one after the other, as httpd's user. Its
    CPU time is that of the processes alone.
    """
    ran = subprocess.run(
        [site.apps / "door/processes.py", str(count), program],
        capture_output=True,
        text=True,
        check=False,
        **site.identity(),
    )
    if ran.returncode != 0:
        raise ValueError(ran.stderr.strip()[-200:])
    return parse_processes(ran.stdout)


def ended(sample: Sample, seconds: int) -> Sample:
    """Refuse a sample without any request."""
    if not sample.requests and not any(sample.failures.values()):
        raise ValueError(f"no request ended within {seconds} s")
    return sample


def upload(meter: Meter, url: str, size: int, seconds: int) -> Sample:
    """Upload a body of so many bytes, again and again."""
    command = [sys.executable, str(HERE / "upload.py")]
    command += [url, str(size), str(seconds)]
    before = meter.seconds()
    sample = parse_wrk(_run(command, meter))
    sample.cpu = meter.seconds() - before
    return sample


def h2load(meter: Meter, url: str, connections: int, seconds: int) -> Sample:
    """Load `url` over HTTP/2, with one stream on each connection."""
    with tempfile.TemporaryDirectory(prefix="h2") as directory:
        log = Path(directory, "log")
        command = ["h2load", f"-c{connections}", "-m1", f"-D{seconds}"]
        command += [f"--log-file={log}", url]
        before = meter.seconds()
        output = _run(command, meter)
        if not log.exists():
            raise ValueError(f"h2load did not end well: {output[-200:]}")
        sample = parse_h2load(log.read_text(), seconds)
    sample.cpu = meter.seconds() - before
    return ended(sample, seconds)


def fetch(port: int, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Send one request; return the status and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("POST" if body is not None else "GET", path, body)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()
