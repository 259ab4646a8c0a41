# SPDX-License-Identifier: Apache-2.0
"""A worker that speaks the wire by hand and does what its arguments say, so
that persistd's tests need no SDK. Run by the interpreter that persistd is told:
python3 fake_worker.py BEHAVIOUR… SCRIPT"""

import os
import resource
import select
import signal
import socket
import sys
import time

from lingering import give, stopped
from pywire import (
    CLONED,
    DEADLINE,
    FILES,
    FORK,
    IDLE,
    LEAVING,
    NUDGE,
    OPEN,
    PROBE,
    READY,
    STOP,
    Link,
    frame,
)


def say(*words):
    """For the log, in one write: a signal's handler may say something amid it,
    which print() does not allow."""
    os.write(1, " ".join(map(str, words)).encode() + b"\n")


def behave_before_ready(behaviours, script):
    if "loud" in behaviours:
        print("a stray print", flush=True)
        os.write(2, b"and one on stderr \x1b[31m\nlast words without an end")
    if "chatty" in behaviours:
        for _ in range(200):
            os.write(2, b"\x01" * 8192 + b"\n")
    if "touch" in behaviours:  # the script changes whenever it is started
        os.utime(script)
    if "fail" in behaviours:
        sys.exit("cannot find the database")
    if "fail-later" in behaviours:  # all but the first one
        try:
            os.close(os.open(script + ".started", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            sys.exit("cannot find the database")
    if "fail-second" in behaviours:  # as soon as that is the script's text
        with open(script) as file:
            if file.read() == "second":
                sys.exit("cannot find the database")
    if "hang-second" in behaviours:
        with open(script) as file:
            if file.read() == "second":
                print("the second text is read", flush=True)
                behaviours = [*behaviours, "hang"]
    if "crash" in behaviours:
        os.abort()
    if "slain" in behaviours:
        print("slain", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    if "slain-twice" in behaviours:
        with open(script + ".started", "a+") as file:
            file.write("x")
            if file.tell() <= 2:
                file.flush()
                os.kill(os.getpid(), signal.SIGKILL)
    if "hang" in behaviours:
        while True:
            time.sleep(3600)
    if "signal" in behaviours:
        signal.signal(signal.SIGUSR2, lambda *_: say("signal"))
    if "stat" in behaviours:  # a file that nobody else asks for
        beside = os.open(script + ".beside", os.O_RDONLY)
        signal.signal(signal.SIGUSR1, lambda *_: os.fstat(beside))
    if "child" in behaviours and os.fork() == 0:
        os.close(3)
        while True:
            time.sleep(3600)
    if "env" in behaviours:
        for name in sorted(os.environ):
            print(f"env {name}={os.environ[name]}")
        fds = sorted(os.listdir("/proc/self/fd"), key=int)
        print("fds", *fds, "cwd", os.getcwd(), "umask", oct(os.umask(0)))
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        print("group", os.getpgid(0) == os.getpid(), "files", files)
        sys.stdout.flush()


def loaded_files():
    """This one, and as if it was loaded the lib.py beside the script."""
    return [__file__, os.path.join(os.path.dirname(sys.argv[-1]), "lib.py")]


class Worker:
    def __init__(self, behaviours):
        self.behaviours = behaviours
        self.listener = socket.socket(fileno=3)
        self.listener.listen(64)
        self.listener.setblocking(False)
        self.links = {}
        self.pause = None
        self.control = None
        self.probes, self.owed = 0, None
        self.greeted = 0

    def run(self):
        while True:
            ready = select.select(
                [self.listener, *self.links], [], [], self.pause
            )[0]
            if not ready:
                self.control.send(IDLE, 0)
            for sock in ready:
                if sock is self.listener:
                    accepted, _ = sock.accept()
                    self.links[accepted] = Link(accepted)
                else:
                    self.heard(sock)

    def heard(self, sock):
        link = self.links[sock]
        try:
            message = link.receive()
        except OSError:
            message = None
        if message is None:
            del self.links[sock]
            sock.close()
        elif message[0] == OPEN and message[2] == 1:
            self.greeted += 1
            if self.greeted == 1 or "busy-later" not in self.behaviours:
                self.greet(link)
        elif message[0] == PROBE and "slow" in self.behaviours:
            self.probed(link)
        elif message[0] == PROBE and "busy" not in self.behaviours:
            link.send(IDLE, message[1])
        elif message[0] == FORK:
            say("asked for a clone")
            if "mute" not in self.behaviours:
                link.send(CLONED, 0 if "liar" in self.behaviours else 1)
        elif message[0] == DEADLINE:
            say("late", message[1].decode())
        elif message[0] == STOP and "stubborn" not in self.behaviours:
            sys.exit(0)
        if link.data:
            self.heard(sock)

    def probed(self, link):
        """Answers what it was asked when it gets the signal, all but the first
        question at the next one, and what it is asked then never."""
        self.probes += 1
        say("probe", self.probes)
        if self.probes == 1:
            signal.signal(signal.SIGUSR1, lambda *_: self.answer(link))

    def answer(self, link):
        count, self.owed = (
            (1, self.probes - 1)
            if self.owed is None
            else (
                self.owed,
                0,
            )
        )
        for _ in range(count):
            link.send(IDLE, 0)
        say("answered", count)

    def greet(self, link):
        version = 99 if "version" in self.behaviours else 1
        capacity = 2 if "two" in self.behaviours else 1
        capacity = 1024 if "many" in self.behaviours else capacity
        named = {"signal", "other-signal", "no-signal"} & {*self.behaviours}
        number = signal.SIGUSR2 if named else 0
        files = [] if "lazy" in self.behaviours else loaded_files()
        features = 2 if "clones" in self.behaviours else 0
        ahead = "ahead" in self.behaviours
        features |= 64 if ahead else 0
        if "idle-first" in self.behaviours:
            link.send(IDLE, 0)
        if "files-first" in self.behaviours:
            link.send(FILES, files)
        if "leave-first" in self.behaviours:
            link.send(LEAVING)
            return
        said = frame(
            READY, version, "fake 1", features, capacity, files, number
        )
        if "lazy" in self.behaviours:
            said += frame(FILES, loaded_files())
        if "glutton" in self.behaviours:
            place = os.path.join(os.path.dirname(sys.argv[-1]), "module")
            for begin in 0, 1000:
                names = [f"{place}{begin + i}.py" for i in range(1000)]
                said += frame(FILES, names)
        if "hoard" in self.behaviours:  # ever new names
            own = os.path.join(os.path.dirname(sys.argv[-1]), str(os.getpid()))
            os.makedirs(own, exist_ok=True)
            said += frame(FILES, [os.path.join(own, "lib.py")])
        link.sock.sendall(said)
        if "again" in self.behaviours:  # the signal may become known
            for later in 0, signal.SIGUSR2, signal.SIGUSR2:
                link.send(READY, 1, "fake 1", 0, capacity, files, later)
        if "other-signal" in self.behaviours:
            link.send(READY, 1, "fake 1", features, capacity, files, 1)
        if "no-signal" in self.behaviours:
            link.send(READY, 1, "fake 1", features, capacity, files, 0)
        if "other-version" in self.behaviours:
            link.send(READY, 2, "fake 1", features, capacity, files, number)
        if "other-capacity" in self.behaviours:
            link.send(READY, 1, "fake 1", features, capacity - 1, files, 0)
        if "idle-beyond" in self.behaviours:
            link.send(IDLE, 8 if ahead else capacity)
        if "eager" in self.behaviours:  # it says IDLE again and again, unasked
            self.control, self.pause = link, 0.002
        if "flood" in self.behaviours:
            link.sock.sendall(frame(NUDGE, 0) * 10000)
        if "unasked" in self.behaviours:
            link.send(CLONED, 0)
        if "quit" in self.behaviours:
            link.send(LEAVING)
        if "quit-later" in self.behaviours:
            signal.signal(signal.SIGUSR1, lambda *_: link.send(LEAVING))
        if "lingering" in self.behaviours:
            with stopped(os.getppid()):
                say("passed:", give(link.sock, b"\xce"))
        if "die" in self.behaviours:
            os._exit(3)
        if "deaf" in self.behaviours:  # nobody can connect any more
            self.listener.close()
            link.sock.close()
            time.sleep(3600)
        if "garbage" in self.behaviours:
            link.sock.sendall(b"GET / HTTP/1.0\r\n\r\n")


if __name__ == "__main__":
    behave_before_ready(sys.argv[1:-1], sys.argv[-1])
    Worker(sys.argv[1:-1]).run()
