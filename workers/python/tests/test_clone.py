# SPDX-License-Identifier: Apache-2.0
"""_clone.py: copies of a worker, made on persistd's order."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import (
    AHEAD,
    CLONED,
    CLONES,
    DEADLINE,
    FAULTS,
    FILES,
    FORK,
    LENGTH,
    OPEN,
    READY,
    STOP,
    Connection,
    Start,
    Worker,
    eventually,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


APP = """
    import os, random, threading

    told = []

    @persist_worker.before_fork
    def before():
        told.append("before")
        if os.path.exists("/proc/self/cwd/%s.no" % os.getpid()):
            raise OSError("not now")

    @persist_worker.after_fork
    def after():
        told.append("after")

    def handle(request):
        if request.path == "/thread":
            threading.Thread(target=threading.Event().wait, daemon=True).start()
        if request.path == "/spin":
            request.log("spins")
            while True:
                pass
        facts = f"{os.getpid()} {random.random()} {','.join(told)}"
        request.respond(200, body=facts.encode())
"""
REFUSAL = "the loop has been entered before"
ALLOWED = APP + "\n    persist_worker.each_request(handle, clones=True)\n"


class Clone:
    """The socket and the output that persistd has made for a clone."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(5)
        self.output, self.passed = os.pipe()
        self.pid = 0

    def ask(self, control: Connection) -> int:
        """Send FORK; return whether it was refused."""
        fds = [self.listener.fileno(), self.passed]
        socket.send_fds(control.socket, [control.frame(FORK)], fds)
        answer = control.told()
        assert answer is not None
        assert answer[0] == CLONED
        self.listener.close()
        os.close(self.passed)
        return int(answer[1])

    def begin(self) -> None:
        self.control = Connection(self.path)
        self.control.send(OPEN, 1, 1, 0, 0)
        self.ready = self.control.take()
        assert self.ready is not None
        assert self.ready[0] == READY
        self.data = Connection(self.path)
        self.data.send(OPEN, 1, 0, 0, 0)

    def facts(self, path: str = "/") -> list[str]:
        facts = self.data.get(path).body.decode().split()
        self.pid = int(facts[0])
        return facts

    def end(self) -> None:
        if self.pid:
            self.control.send(STOP)
            eventually(lambda: not is_alive(self.pid))
        os.close(self.output)


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


class Clones:
    """Makes clones, and ends them."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.all: list[Clone] = []

    def place(self) -> Clone:
        self.all.append(Clone(str(self.directory / str(len(self.all)))))
        return self.all[-1]

    def make(self, control: Connection) -> Clone:
        clone = self.place()
        assert clone.ask(control) == 0
        clone.begin()
        return clone


@pytest.fixture
def clones(tmp_path: Path) -> Iterator[Clones]:
    clones = Clones(tmp_path)
    yield clones
    for clone in clones.all:
        clone.end()


def allowed(start: Start, text: str = ALLOWED) -> Worker:
    worker = start(text)
    features = worker.ready()[3] & ~LENGTH  # of CGI code
    assert features == FILES | CLONES | FAULTS | AHEAD
    return worker


def test_a_clone_serves_beside_its_worker(start: Start, clones: Clones) -> None:
    worker = allowed(start)
    data = worker.data()
    pid = worker.process.pid
    assert data.get().body.split()[0] == b"%d" % pid
    clone = clones.make(worker.control)
    assert clone.ready[3] == FILES | CLONES | FAULTS | AHEAD
    facts = clone.facts()
    assert int(facts[0]) != pid
    assert facts[2] == "before,after"
    assert data.get().body.split()[::2] == [b"%d" % pid, b"before,after"]


def test_a_clone_makes_clones(start: Start, clones: Clones) -> None:
    clone = clones.make(allowed(start).control)
    grandchild = clones.make(clone.control)
    assert clone.facts()[0] != grandchild.facts()[0]


def test_each_has_numbers_of_its_own(start: Start, clones: Clones) -> None:
    worker = allowed(start)
    worker.data().get()
    made = [clones.make(worker.control) for _ in range(3)]
    assert len({clone.facts()[1] for clone in made}) == 3


def test_a_clone_holds_nothing_of_its_worker(
    start: Start, clones: Clones
) -> None:
    worker = allowed(start)
    connections = [worker.data() for _ in range(3)]
    for data in connections:
        data.get()
    clone = clones.make(worker.control)
    clone.facts()
    ours = links(worker.process.pid)
    theirs = links(clone.pid)
    assert not (ours & theirs) - links(os.getpid())
    assert os.getpgid(clone.pid) == clone.pid


def links(pid: int) -> set[str]:
    """Return the sockets and pipes that a process has open."""
    found = set()
    for path in list(Path(f"/proc/{pid}/fd").iterdir()):
        with contextlib.suppress(OSError):  # that of this very look
            found.add(str(path.readlink()))
    return {path for path in found if path.startswith(("socket:", "pipe:"))}


def test_what_a_clone_prints_is_its_own(start: Start, clones: Clones) -> None:
    text = APP.replace("facts =", "print('printed', flush=True); facts =")
    worker = allowed(
        start, text + "\n    persist_worker.each_request(handle, clones=True)\n"
    )
    clone = clones.make(worker.control)
    clone.facts()
    printed = b""
    while not printed.endswith(b"\n"):
        assert select.select([clone.output], [], [], 60)[0]
        printed += os.read(clone.output, 100)
    assert printed == b"\x1eid-1\x1fprinted\n"
    assert worker.printed() == ""


def test_a_clone_has_deadlines(start: Start, clones: Clones) -> None:
    clone = clones.make(allowed(start).control)
    clone.facts()
    clone.data.ask("/spin", soft_ms=1)
    clone.data.take()
    clone.control.send(DEADLINE, b"id-1")
    os.kill(clone.pid, clone.ready[6])
    assert clone.data.answer().status == 504


def test_the_worker_may_end_before_its_clone(
    start: Start, clones: Clones
) -> None:
    worker = allowed(start)
    clone = clones.make(worker.control)
    assert worker.stop() == 0
    assert clone.facts()[2] == "before,after"


def refused(worker: Worker, clones: Clones) -> bool:
    return bool(clones.place().ask(worker.control))


def test_a_script_that_did_not_allow_it_is_not_copied(
    start: Start, clones: Clones
) -> None:
    worker = start(APP + "\n    persist_worker.each_request(handle)\n")
    assert worker.ready()[3] == FILES | FAULTS | AHEAD
    assert refused(worker, clones)
    assert worker.data().get().status == 200


def test_one_with_another_thread_is_not_copied(
    start: Start, clones: Clones
) -> None:
    worker = allowed(start)
    worker.data().get("/thread")
    assert refused(worker, clones)


def test_one_that_has_served_too_little_is_not_copied(
    start: Start, clones: Clones
) -> None:
    worker = allowed(
        start, APP + "\n    persist_worker.each_request(handle, clones=2)\n"
    )
    data = worker.data()
    data.get()
    assert refused(worker, clones)
    data.get()
    clones.make(worker.control).facts()


def test_an_order_that_was_taken_back_is_refused(
    start: Start, clones: Clones
) -> None:
    worker = allowed(start)
    clone = clones.place()
    clone.listener.shutdown(socket.SHUT_RDWR)
    assert clone.ask(worker.control) == 1


def test_an_order_without_descriptors_is_refused(start: Start) -> None:
    worker = allowed(start)
    worker.control.send(FORK)
    assert worker.control.take() == [CLONED, 1]


def test_a_hook_that_raises_makes_no_clone(
    start: Start, clones: Clones
) -> None:
    worker = allowed(start)
    no = Path(f"/proc/{worker.process.pid}/cwd/{worker.process.pid}.no")
    no.touch()
    try:
        assert refused(worker, clones)
    finally:
        no.unlink()
    assert "OSError: not now" in worker.printed()
    assert worker.data().get().status == 200
    clones.make(worker.control).facts()


def test_threads_and_clones_do_not_go_together(start: Start) -> None:
    worker = start("persist_worker.each_request(print, threads=2, clones=True)")
    assert worker.ended() == 1
    assert "ValueError" in worker.printed()


def test_a_for_loop_and_cgi_code_may_be_copied(
    start: Start, clones: Clones
) -> None:
    loop = """
        import os
        for request in persist_worker.each_request(clones=True):
            request.respond(200, body=b"%d" % os.getpid())
    """
    cgi = """
        import os
        def main():
            print("Content-Type: text/plain\\n")
            print(os.getpid(), end="")
        persist_worker.each_cgi(main, clones=True)
    """
    for text in (loop, cgi):
        worker = allowed(start, text)
        data = worker.data()
        pid = int(data.get().body)
        assert int(clones.make(worker.control).facts()[0]) != pid
        assert int(data.get().body) == pid


def test_standard_output_may_have_write_alone(
    start: Start, clones: Clones
) -> None:
    tee = """
        import os, sys

        class Tee:
            write = sys.stdout.write

        sys.stdout = sys.stderr = Tee()

        def handle(request):
            request.respond(200, body=b"%d" % os.getpid())

        persist_worker.each_request(handle, clones=True)
    """
    worker = allowed(start, tee)
    clone = clones.make(worker.control)
    pid = int(worker.data().get().body)
    assert int(clone.facts()[0]) != pid == worker.process.pid


def test_a_clone_enters_no_second_loop(start: Start, clones: Clones) -> None:
    worker = allowed(
        start,
        """
        import os

        @persist_worker.after_fork
        def again():
            try:
                persist_worker.each_request(print)
            except RuntimeError as error:
                print(error)

        def handle(request):
            request.respond(200, body=b"%d" % os.getpid())

        persist_worker.each_request(handle, clones=True)
        """,
    )
    clone = clones.make(worker.control)
    assert clone.facts() != [str(worker.process.pid)]
    eventually(lambda: worker.printed() == f"{REFUSAL}\n")


def test_a_killed_clone_is_no_child_of_the_worker(
    start: Start, clones: Clones
) -> None:
    worker = allowed(start)
    clone = clones.make(worker.control)
    clone.facts()
    os.kill(clone.pid, signal.SIGKILL)
    eventually(lambda: not is_alive(clone.pid))
    children = Path(f"/proc/{worker.process.pid}/task/{worker.process.pid}")
    assert (children / "children").read_text() == ""
    clone.pid = 0
