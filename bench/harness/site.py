# SPDX-License-Identifier: Apache-2.0
"""The private httpd of a run, and the directory of all its files.

All files are below a temporary directory: the installed mod_persist, the
applications, sockets, logs. The variables of run.in give the places of what was
built.
"""

from __future__ import annotations

import contextlib
import grp
import http.client
import json
import os
import pwd
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from . import tree
from .client import fetch
from .peer import Peer

BENCH = Path(__file__).parent.parent
PATIENCE = 30
FILE_SIZE = 20_000_000

BASE = """\
ServerRoot {dir}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {run}/httpd.pid
DefaultRuntimeDir {run}
ErrorLog {run}/error_log
LogLevel warn
LogFormat "%h %l %u %t \\"%r\\" %>s %b" common
CustomLog {run}/access_log common
User {user}
Group {group}
Timeout 60
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 60

# All children are there from the start.
StartServers 4
ServerLimit 4
ThreadLimit 256
ThreadsPerChild 256
MaxRequestWorkers 1024
MinSpareThreads 1
MaxSpareThreads 1024
MaxConnectionsPerChild 0

Protocols h2c http/1.1
RequestReadTimeout header=20-40,minrate=500 body=10,minrate=500
TypesConfig /etc/mime.types
DocumentRoot {dir}/htdocs
<Directory />
    AllowOverride None
    Require all granted
</Directory>
"""
MODULES = ("mpm_event", "authz_core", "authz_host", "alias", "dir", "env")
MODULES += ("filter", "http2", "mime", "reqtimeout", "setenvif")


class Site:
    """The directory, port and user of a run, and the servers in it."""

    def __init__(self, build: str = "") -> None:
        self.build = build or os.environ["top_builddir"]
        self.dir = Path(tempfile.mkdtemp(prefix="pb-", dir="/tmp"))
        self.dir.chmod(0o755)
        self.run = self.dir / "run"
        self.sockets = (
            self.dir / "s"
        )  # of the backends, which do not run as root
        self.apps = self.dir / "apps"
        self.install = self.dir / "i"
        self.port = _free_port()
        root = os.geteuid() == 0
        self.user = "www-data" if root else pwd.getpwuid(os.getuid()).pw_name
        self.group = "www-data" if root else grp.getgrgid(os.getgid()).gr_name
        self.root = root
        self.backends: list[subprocess.Popen[bytes]] = []
        self.httpd: subprocess.Popen[bytes] | None = None
        self._make()

    def _make(self) -> None:
        shutil.copytree(BENCH / "apps", self.apps)
        self.run.mkdir()
        self.sockets.mkdir()
        (self.dir / "htdocs").mkdir()
        _make_database(self.dir / "bench.db")
        (self.dir / "file").write_bytes(b"x" * FILE_SIZE)
        with open(self.run / "install", "wb") as log:
            subprocess.run(
                ["make", "-s", "install", f"DESTDIR={self.install}"],
                cwd=self.build,
                stdout=log,
                stderr=log,
                check=True,
            )
        if self.root:
            shutil.chown(self.sockets, self.user, self.group)

    # ---- where things are

    def built(self, name: str) -> str:
        """Return the path of a program that `make bench` has built.

        libtool's wrapper is a script; the program that it runs is in .libs.
        """
        path = Path(self.build, "bench", name)
        real = path.parent / ".libs" / path.name
        return str(real if real.exists() else path)

    def installed(self, variable: str) -> str:
        """Return a directory of make install (pyexecdir, for example) in this
        site.
        """
        return f"{self.install}{os.environ[variable]}"

    def module(self, name: str) -> str:
        if name == "persist":
            return f"{self.installed('moduledir')}/mod_persist.so"
        if name.startswith("bench_"):
            return self.built(f"floor/mod_{name[6:]}.so")
        return f"{os.environ['HTTPD_MODULES']}/mod_{name}.so"

    def log_tail(self, name: str = "error_log", lines: int = 3) -> str:
        with contextlib.suppress(OSError):
            text = (self.run / name).read_text("utf-8", "replace")
            return " / ".join(text.strip().splitlines()[-lines:])
        return ""

    # ---- what runs

    def identity(self) -> dict[str, Any]:
        """Return what makes a subprocess one of httpd's user."""
        if not self.root:
            return {}
        return {"user": self.user, "group": self.group, "extra_groups": []}

    def spawn(self, name: str, *command: str, **environment: str) -> None:
        """Start a backend as httpd's user. Its output goes to run/NAME.log."""
        with open(self.run / f"{name}.log", "wb") as log:
            self.backends.append(
                subprocess.Popen(
                    command,
                    cwd=self.dir,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env={"PATH": os.environ["PATH"], **environment},
                    start_new_session=True,
                    preexec_fn=tree.end_with_parent,
                    **self.identity(),
                )
            )

    def write_conf(self, peers: list[Peer], settings: str) -> Path:
        wanted = dict.fromkeys(MODULES)
        for peer in peers:
            wanted.update(dict.fromkeys(peer.modules))
        lines = [f"LoadModule {m}_module {self.module(m)}" for m in wanted]
        lines.append(
            BASE.format(
                dir=self.dir,
                run=self.run,
                port=self.port,
                user=self.user,
                group=self.group,
            )
        )
        lines += [f"# {peer.title}\n{peer.conf(self)}" for peer in peers]
        conf = self.dir / "httpd.conf"
        conf.write_text("\n".join([*lines, settings, ""]))
        return conf

    def complaint(self, peers: list[Peer], settings: str) -> str:
        """Return httpd's error for this configuration, or nothing."""
        conf = self.write_conf(peers, settings)
        tried = subprocess.run(
            [os.environ["HTTPD"], "-t", "-f", conf],
            capture_output=True,
            text=True,
        )
        said = " ".join(tried.stderr.split())
        return said[-300:] if tried.returncode else ""

    def start(self, peers: list[Peer], settings: str) -> None:
        conf = self.write_conf(peers, settings)
        for peer in peers:
            peer.start(self)
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        with open(self.run / "httpd.log", "wb") as log:
            self.httpd = subprocess.Popen(
                [os.environ["HTTPD"], "-f", conf, "-DFOREGROUND"],
                stdout=log,
                stderr=log,
                env=environment,
                start_new_session=True,
                preexec_fn=tree.end_with_parent,
            )
        self._wait_until_up()

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fetch(self.port, "/")
                return
            except (OSError, http.client.HTTPException) as error:
                if self.httpd.poll() is not None or time.monotonic() > deadline:
                    why = self.log_tail() or self.log_tail("httpd.log")
                    raise RuntimeError(f"httpd: {error}: {why}") from error
                time.sleep(0.05)

    def answers(
        self, path: str, body: bytes | None = None
    ) -> tuple[int, bytes]:
        """Fetch `path`, and retry while its backend is not running yet."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                status, said = fetch(self.port, path, body)
                if status == 200 or time.monotonic() > deadline:
                    return status, said
            except (OSError, http.client.HTTPException):
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.1)

    def status(self) -> dict:
        """Return the status that persistd reports; see docs/status.md."""
        status, said = fetch(self.port, "/persist-status?json")
        if status != 200:
            raise ValueError(f"the status got {status}")
        return json.loads(said)

    def stop(self) -> None:
        """Stop all servers. A second Ctrl-C does not interrupt this."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        for process in (self.httpd, *self.backends):
            if process and process.poll() is None:
                process.terminate()
        for process in (self.httpd, *self.backends):
            with contextlib.suppress(subprocess.TimeoutExpired):
                if process:
                    process.wait(15)
        self.httpd = None
        self.backends.clear()
        signal.signal(signal.SIGINT, before)

    def leave(self, keep: bool) -> None:
        """Remove all files, or print where the logs are."""
        if keep:
            print(f"bench: logs are in {self.run}")
        else:
            shutil.rmtree(self.dir, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def _make_database(path: Path) -> None:
    """Make ten items for each of a thousand teams, and a thousand users.

    They are the same in each run.
    """
    dice = random.Random(1)
    rows = [
        (number, number // 10, f"item {number}", dice.randrange(1, 10000))
        for number in range(10000)
    ]
    users = [(n, f"user {n}", f"town {n % 97}") for n in range(1000)]
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE item"
            "(id INTEGER PRIMARY KEY, team INTEGER, name TEXT, price INTEGER)"
        )
        database.execute("CREATE INDEX team ON item(team)")
        database.executemany("INSERT INTO item VALUES (?, ?, ?, ?)", rows)
        database.execute(
            "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, town TEXT)"
        )
        database.executemany("INSERT INTO user VALUES (?, ?, ?)", users)
    path.chmod(0o644)
