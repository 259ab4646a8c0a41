# SPDX-License-Identifier: Apache-2.0
"""Plays httpd and persistd against a script in a process of its own."""

from __future__ import annotations

import fcntl
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING, Any, Callable

import msgpack
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Kinds of messages, wire/PROTOCOL.md
OPEN, REQUEST, BODY, INFO, RESPONSE, WANT = 1, 2, 3, 4, 5, 7
FILE, LOG, END = 6, 8, 9
STOP, FORK, DEADLINE, PROBE = 16, 17, 18, 19
READY, IDLE, LEAVING, CLONED = 24, 26, 27, 28
NONE, HERE, PULLED = 0, 1, 2
MORE, LAST, BROKEN = 0, 1, 2
COMPLETE, CGI, FAULT = 1, 2, 4
LOADED = 25  # FILES
FILES, CLONES, FAULTS, AHEAD, LENGTH = 1, 2, 32, 64, 128  # features

PYPY = sys.implementation.name == "pypy"
CFFI = PYPY or os.environ.get("PERSIST_BACKEND") == "cffi"

PATIENCE = 60.0  # seconds until a silent worker fails the test

# What a worker, or a script in a terminal, would find in the environment of
# whoever runs the tests.
for name in (
    "GATEWAY_INTERFACE",
    "PERSISTCTL",
    "PERSIST_CLONES",
    "PERSIST_DEBUG",
    "PERSIST_ENV_FILE",
    "PERSIST_HUGE_PAGES",
    "PERSIST_ORPHAN_SECONDS",
    "PERSIST_PATHSEND",
    "PERSIST_THREADS",
    "PERSIST_WORKER",
    "QUERY_STRING",
    "REQUEST_METHOD",
):
    os.environ.pop(name, None)

Message = list[Any]


class Answer:
    """A response, with all that came before its end."""

    def __init__(self) -> None:
        self.status = 0
        self.flags = 0
        self.headers: list[tuple[str, str]] = []
        self.body = b""
        self.hints: list[Message] = []
        self.log = ""
        self.levels: list[int] = []
        self.ok = True
        self.after = False
        self.frames = 0
        self.whole = False  # in one frame
        self.file: tuple[int, int] | None = None
        self.trailers: list[bytes] = []


class Connection:
    """One side of a conversation with a worker."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self._data = b""
        self._taken = 0  # bytes of it
        self.seq = 0

    def close(self) -> None:
        self.socket.close()

    def _read(self, size: int) -> bytes:
        """Return n bytes, or fewer at the end."""
        while len(self._data) - self._taken < size and (
            more := self.socket.recv(65536)
        ):
            self._data = self._data[self._taken :] + more
            self._taken = 0
        data = self._data[self._taken : self._taken + size]
        self._taken += len(data)
        return data

    @staticmethod
    def frame(*message: object) -> bytes:
        data = msgpack.packb(message, use_bin_type=True)
        return b"\xce" + len(data).to_bytes(4, "big") + data

    def send(self, *message: object) -> None:
        self.socket.sendall(self.frame(*message))

    def readable(self, seconds: float) -> bool:
        """Return whether something comes within this time."""
        if self._taken < len(self._data):
            return True
        return bool(select.select([self.socket], [], [], seconds)[0])

    def take(self) -> Message | None:
        """Return the next message; None at the end."""
        prefix = self._read(5)
        if not prefix:
            return None
        assert prefix[0] == 0xCE
        data = self._read(int.from_bytes(prefix[1:], "big"))
        message: Message = msgpack.unpackb(data, raw=True)
        return message

    def told(self) -> Message | None:
        """Return the next message that is not about loaded code."""
        while (message := self.take()) and message[0] == LOADED:
            pass
        return message

    def ask(
        self,
        path: str = "/",
        mode: int = NONE,
        body: bytes = b"",
        *,
        soft_ms: int = 0,
        request_id: bytes = b"id-1",
        **variables: str | None,
    ) -> None:
        """Send a request. A variable that is None is left out."""
        variables = {"REQUEST_METHOD": "GET", "PATH_INFO": path, **variables}
        block = "".join(
            f"{k}\0{v}\0" for k, v in variables.items() if v is not None
        )
        self.seq = random.getrandbits(32)  # as httpd's: in no order
        self.send(
            REQUEST,
            self.seq,
            block.encode("latin-1"),
            mode,
            body,
            soft_ms,
            request_id,
        )

    def answer(self) -> Answer:
        """Take everything up to the end of the response."""
        answer = Answer()
        while message := self.take():
            answer.frames += 1
            if self._add(answer, message):
                return answer
        answer.ok = False
        return answer

    def _add(self, answer: Answer, message: Message) -> bool:
        kind = message[0]
        if kind == RESPONSE:
            assert message[1] == self.seq
            answer.status = message[2]
            texts = [text.decode("latin-1") for text in message[3]]
            answer.headers = list(zip(texts[::2], texts[1::2]))
            answer.body = message[4]
            answer.flags = message[5]
            answer.whole = bool(message[5] & COMPLETE)
            return answer.whole
        if kind == BODY:
            answer.body += message[1]
            return bool(message[2] == LAST)
        if kind == LOG:
            answer.levels.append(message[1])
            answer.log += message[2].decode()
        elif kind == INFO:
            answer.hints.append(message)
        elif kind == FILE:
            answer.file = message[1], message[2]
        elif kind == END:
            answer.ok, answer.after = bool(message[1]), bool(message[2])
            answer.trailers = message[3]
            return True
        return False

    def get(self, path: str = "/", **variables: str | None) -> Answer:
        """Ask without a body and take the answer."""
        self.ask(path, **variables)
        return self.answer()


def as_started(listener: int) -> None:
    """Prepare the process of a worker: the socket at 3, no signal ignored.

    A shell starts background commands, perhaps these tests, with SIGINT
    ignored.
    """
    os.dup2(listener, 3)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Worker:
    """A script that runs as persistd would run it."""

    def __init__(
        self,
        script: Path,
        directory: Path,
        before: tuple[str, ...] = (),
    ) -> None:
        self.script = script
        self.path = str(directory / "w")
        self.log = directory / "log"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self.path)
        # Room for connections that come before the worker accepts them: beyond
        # it, one with a timeout fails.
        listener.listen(100)
        # persistd's waits, even for a script that ends at once.
        self._connections: list[Connection] = []
        self.control = self.connect()
        self.control.send(OPEN, 1, 1, 0, 0)
        # not 3 itself: dup2() would leave that closed on exec
        passed = fcntl.fcntl(listener, fcntl.F_DUPFD, 10)
        os.set_inheritable(passed, False)  # noqa: FBT003 (its only argument)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *before, str(script)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=dict(os.environ, PERSIST_WORKER="1:3"),
                preexec_fn=lambda: as_started(passed),  # noqa: PLW1509
                close_fds=False,
                cwd=script.parent,  # as persist-exec does it
                start_new_session=True,
            )
        listener.close()
        os.close(passed)

    def ready(self) -> Message:
        """Take READY."""
        message = self.control.take()
        assert message is not None
        assert message[0] == READY
        return message

    def connect(self) -> Connection:
        connection = Connection(self.path)
        self._connections.append(connection)
        return connection

    def data(self, unit: int = 0, features: int = 0) -> Connection:
        """Return a new connection for requests."""
        connection = self.connect()
        connection.send(OPEN, 1, 0, features, unit)
        return connection

    def ended(self) -> int:
        """Wait for its end; return the exit status."""
        return self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Send STOP; return the exit status."""
        self.control.send(STOP)
        return self.ended()

    def printed(self) -> str:
        """Return the lines for the log, without the marks of requests."""
        return re.sub("\x1e[^\x1f]*\x1f", "", self.log.read_text())

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        for connection in self._connections:
            connection.close()


def eventually(condition: Callable[[], object]) -> None:
    """Wait until the condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came true"
        select.select([], [], [], 0.01)


def write_script(directory: Path, text: str) -> Path:
    """Return the path of a new script."""
    script = directory / "app.py"
    script.write_text("import persist_worker\n" + textwrap.dedent(text))
    return script


def run_once(
    script: Path, *arguments: str, body: bytes = b"", **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the script for one request."""
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        input=body,
        capture_output=True,
        env=dict(os.environ, **environ),
        timeout=PATIENCE,
        check=False,
    )


def cgi_answer(output: bytes) -> Answer:
    """Return what a CGI program or a terminal has got."""
    answer = Answer()
    head, _, answer.body = output.partition(b"\r\n\r\n")
    answer.status = 200
    for line in head.decode("latin-1").split("\r\n"):
        name, colon, value = line.partition(": ")
        if not colon or name == "Status":
            answer.status = int((value or line.partition(" ")[2])[:3] or 200)
        else:
            answer.headers.append((name, value))
    return answer


Start = Callable[[str], Worker]


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Start workers from the text of their script."""
    workers = []

    def start_one(text: str) -> Worker:
        directory = tmp_path_factory.mktemp("w")
        script = write_script(directory, text)
        worker = Worker(script, directory)
        workers.append(worker)
        return worker

    yield start_one
    for worker in workers:
        worker.end()
