# SPDX-License-Identifier: Apache-2.0
"""Plays httpd for persistd: the parent with its link. children.py has the rest
of httpd."""

import array
import contextlib
import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import tempfile

import pool_settings
from processes import FAKE, alive, terminate
from pywire import (
    ANYBODY,
    ENSURE,
    ENSURED,
    HELLO,
    ORDER,
    ORDERED,
    REPORT,
    SETTINGS,
    STATUS,
    STOP,
    UP,
    Link,
    frame,
)
from waiting import DEADLINE, wait_for

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("PERSIST_BUILDDIR", HERE.parents[1]))

ORDERS = ["start", "stop", "restart", "reload", "drain"]

# Limits of persistd that no test is to reach: those that wait for one set it.
LONG_MS = int(DEADLINE * 10000)
STOP_MS = int(DEADLINE * 500)


class Httpd:
    """The parent. Everything it makes is below one short directory."""

    def __init__(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="pd", dir="/tmp"))
        self.runtime = self.top / "run"
        self.runtime.mkdir(mode=0o711)
        self.instance = self.runtime / f"{os.getpid()}.{secrets.token_hex(4)}"
        self.token = secrets.token_bytes(16)
        self.daemon = BUILD / "persistd/persistd"
        self.error_log = self.top / "error_log"
        self.error_log.touch()
        self.process = None
        self.link = None
        self.workers = set()
        self.block = None
        self.settings = {
            "max_workers": 8,
            "stop_ms": STOP_MS,
            "environment": ["PATH", "/usr/bin:/bin"],
            "owner_share": 8,
            "debug": 0,
            "umask": 0o22,
        }

    # -- the parent

    def arguments(self, **changes):
        options = {
            "instance": self.instance,
            "parent": os.getpid(),
            "owners": 8,
            "slots": 12,
            "pools": 8,
            "exec": BUILD / "persistd/persist-exec",
        }
        options.update(changes)
        pairs = [(f"--{name}", str(value)) for name, value in options.items()]
        return [self.daemon, *(x for p in pairs for x in p)]

    def spawn(self, **changes):
        ours, theirs = socket.socketpair()
        with self.error_log.open("ab") as log:
            self.process = subprocess.Popen(
                self.arguments(**changes),
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd="/",
                # for a look into it by others than root
                env={**os.environ, "PERSIST_DUMPABLE": "1"},
            )
        theirs.close()
        self.link = Link(ours)
        ours.settimeout(DEADLINE)

    def send_settings(self, log=None):
        values = self.settings
        data = frame(
            SETTINGS,
            self.token,
            values["max_workers"],
            values["stop_ms"],
            values["environment"],
            values["owner_share"],
            values["debug"],
            values["umask"],
        )
        with (log or self.error_log).open("ab") as file:
            rights = array.array("i", [file.fileno()])
            self.link.sock.sendmsg(
                [data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]
            )

    def set(self, **changes):
        """As a graceful restart does. persistd looks at everything in the turn
        in which settings come: what is asked afterwards is heard later."""
        self.settings.update(changes)
        self.send_settings()
        self.expect_up(0)

    def look(self):
        """Has persistd look at everything, as its clock does once a second."""
        self.set()

    def hurry(self):
        """The same, where persistd may see that it has to end, and go."""
        with contextlib.suppress(OSError):
            self.send_settings()

    def start(self, **changes):
        self.spawn(**changes)
        self.set()
        self.block = self.mapped_block()
        return self

    def mapped_block(self):
        """The file of the shared table."""
        maps = pathlib.Path(f"/proc/{self.process.pid}/maps").read_text()
        names = {x.split()[-1] for x in maps.splitlines() if "/dev/shm/" in x}
        (name,) = names
        return pathlib.Path(name)

    def expect_up(self, fault):
        kind, got, text, *_ = self.link.receive()
        assert (kind, got) == (UP, fault), (kind, got, text)
        return text.decode()

    def kill(self):
        """SIGKILL to persistd."""
        self.process.kill()
        self.process.wait()
        self.link.close()

    def restart(self):
        self.kill()
        return self.start()

    def stop(self):
        self.link.send(STOP)
        status = self.process.wait(DEADLINE)
        self.link.close()
        return status

    def log(self):
        return self.error_log.read_text(errors="surrogateescape")

    def logged(self, text):
        wait_for(lambda: text in self.log(), f"{text!r} in the log")
        return next(x for x in self.log().splitlines() if text in x)

    # -- the children

    def connect(self, role, owner=0, token=None, name="p/http"):
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(DEADLINE)
        sock.connect(str(self.instance / name))
        link = Link(sock)
        link.send(HELLO, self.token if token is None else token, role, owner)
        return link

    def ask(self, *question, **options):
        link = self.connect(1, **options)
        link.send(*question)
        return answered(link)

    def ensure(
        self,
        script,
        *behaviours,
        key=1,
        low=0,
        high=2,
        idle_ms=LONG_MS,
        boot_ms=LONG_MS,
        hard_ms=LONG_MS,
        concurrency=16,
        threads=0,
        max_requests=0,
        max_age_ms=0,
        memory=(0, 0),
        reload=0,
        mode=0,
        environment=(),
        command=None,
    ):
        if command is None:
            command = [*FAKE, script_runner(), *behaviours]
        settings = pool_settings.fields(
            workers_min=low,
            workers_max=high,
            idle_ms=idle_ms,
            boot_ms=boot_ms,
            hard_ms=hard_ms,
            concurrency=concurrency,
            threads=threads,
            max_requests=max_requests,
            max_age_ms=max_age_ms,
            memory_soft=memory[0],
            memory_hard=memory[1],
            reload=reload,
            mode=mode,
        )
        kind, fault, pool, _generation, retry, text = self.ask(
            ENSURE,
            7,
            key,
            0,
            str(script),
            command,
            list(environment),
            *settings.values(),
        )[0][:6]
        assert kind == ENSURED
        return fault, pool, retry, text.decode()

    def status(self, lines=0, whose=ANYBODY, **options):
        parts = self.ask(STATUS, 1, "", 0, lines, whose, **options)
        assert all(part[0] == REPORT for part in parts)
        report = json.loads(b"".join(part[1] for part in parts))
        for pool in report["pools"]:
            pids = [worker["pid"] for worker in pool["workers"]]
            self.workers.update(pid for pid in pids if pid > 0)
        return report

    def give_order(self, verb, script):
        """The connection, on which ORDERED will come."""
        link = self.connect(1, token=b"", name="admin")
        link.send(ORDER, ORDERS.index(verb), str(script))
        return link

    def order(self, verb, script):
        """Result, fault and text."""
        return ordered(self.give_order(verb, script))

    def live(self, state="ready", script=None, **options):
        """Pids of the workers in this state."""
        return [
            worker["pid"]
            for pool in self.status(**options)["pools"]
            for worker in pool["workers"]
            if worker["state"] == state
            and script in (None, pathlib.Path(pool["script"]))
        ]

    def wait_live(self, count, state="ready", **options):
        return (
            wait_for(
                lambda: (
                    len(got := self.live(state, **options)) == count and got
                ),
                f"{count} workers {state}",
            )
            if count
            else wait_for(
                lambda: not self.live(state, **options), f"no worker {state}"
            )
        )

    def script(self, name="app.py", text="first\n"):
        path = self.top / name
        path.write_text(text)
        return path

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def close(self):
        """Ends everything; says what was left over."""
        if self.process and self.process.poll() is None:
            self.stop()
        try:
            for pid in self.workers:
                wait_for(lambda pid=pid: not alive(pid), f"the end of {pid}")
        finally:
            for pid in self.workers:
                terminate(pid)
            left = sorted(str(x) for x in self.runtime.rglob("*"))
            shutil.rmtree(self.top)
        return left + [x for x in [self.block] if x and x.exists()]


def answered(link):
    """All messages until the end."""
    answer = []
    while (message := link.receive()) is not None:
        answer.append(message)
    link.close()
    return answer


def ordered(link):
    kind, result, fault, text = link.receive()[:4]
    assert kind == ORDERED
    link.close()
    return result, fault, text.decode()


def script_runner():
    """Isolated mode leaves out the directory of the script, so that nothing of
    the pool's directory is imported: the fake worker's own is put in."""
    return str(HERE / "run_fake.py")


def failing(httpd, script, *behaviours, **options):
    """Ensures until the pool tells its fault."""
    return wait_for(
        lambda: (
            (got := httpd.ensure(script, *behaviours, **options))[0] and got
        ),
        "a fault",
    )


def look_was_late(httpd):
    """persistd has waited for a second for the file system of some script."""
    httpd.status()  # heard after what would be late
    return "PERSIST3007" in httpd.log()


def play(scene, httpd, far):
    """What the scene returns, in which a look is held up, but not until it is
    late. Where it was, the machine is slow: the scene returns nothing and is
    played again, by another persistd."""

    def once():
        os.truncate(httpd.error_log, 0)
        result = scene(httpd, far)
        assert httpd.stop() == 0
        return result

    return wait_for(once, "a look that is not late")
