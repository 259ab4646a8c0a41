# SPDX-License-Identifier: Apache-2.0
"""A worker without an SDK, in one thread, which keeps all rules of the level
core. Those in broken/ inherit from it, and each breaks one rule."""

import os
import select
import socket
import subprocess
import sys
import time

from frames import (
    BODY,
    DEADLINE,
    END,
    FORK,
    IDLE,
    LEAVING,
    OPEN,
    PROBE,
    READY,
    REQUEST,
    RESPONSE,
    STOP,
    WANT,
    Refused,
    decode,
    frame,
)

VERSION = CONTROL = 1
HERE, PULLED = 1, 2
LAST, BROKEN = 1, 2
COMPLETE, FAULT = 1, 4
FAULTS = 32  # feature
STEP = 65536  # credit that is asked for at a time
ORPHAN_SECONDS = 30


class Gone(Exception):
    """The client has left, or its body is broken."""


class Connection:
    def __init__(self, accepted):
        self.socket = accepted
        self.buffer = b""
        self.ended = self.opened = False
        self.features = 0

    def fileno(self):
        return self.socket.fileno()

    def close(self):
        self.socket.close()

    def send(self, *message):
        try:
            self.socket.sendall(frame(*message))
        except OSError:
            self.ended = True

    def receive(self, block=False):
        """Take what is there into the buffer; wait for something if block."""
        if not block and not select.select([self], [], [], 0)[0]:
            return
        try:
            data = self.socket.recv(1 << 18)
        except OSError:
            data = b""
        self.buffer += data
        self.ended = self.ended or not data

    def look(self):
        """Take everything that is there; notice the end behind it."""
        size = -1
        while size != len(self.buffer) and not self.ended:
            size = len(self.buffer)
            self.receive()

    def next(self):
        """Return the next whole message, or None."""
        message, used = decode(self.buffer)
        self.buffer = self.buffer[used:]
        return message


class Request:
    def __init__(self, worker, conn, fields):
        self.worker, self.conn = worker, conn
        self.seq, variables, self.mode, self.body, _, self.id = fields[:6]
        parts = variables.split(b"\0")
        self.variables = list(zip(parts[:-1:2], parts[1::2]))
        if variables and (len(parts) % 2 == 0 or parts[-1]):
            raise Refused("an odd number of NULs")
        if any(not name for name, _ in self.variables):
            raise Refused("an empty name")
        self.late = self.failed = False

    def variable(self, name):
        return dict(self.variables).get(name, b"")

    def respond(self, status, body):
        headers = [b"Content-Type", b"text/plain"]
        flags = COMPLETE if len(body) <= STEP else 0
        flags |= FAULT if self.failed and self.conn.features & FAULTS else 0
        self.conn.send(RESPONSE, self.seq, status, headers, body[:STEP], flags)
        for at in range(STEP, len(body), STEP):
            last = at + STEP >= len(body)
            self.conn.send(BODY, body[at : at + STEP], LAST if last else 0)

    def read(self):
        """Return the whole body."""
        body, credit, mark = self.body, 0, 0
        if self.mode != PULLED:
            return body
        while mark != LAST:
            if credit < STEP // 2:
                self.conn.send(WANT, STEP)
                credit += STEP
            piece, mark = self.piece()
            body += piece
            credit -= len(piece)
        return body

    def piece(self):
        while not (message := self.conn.next()):
            if self.conn.ended:
                raise Gone
            self.conn.receive(block=True)
        if message[0] != BODY:
            raise Refused("no BODY")
        if message[2] == BROKEN:
            return self.broken()
        return message[1], message[2]

    def broken(self):
        raise Gone


# ---- the script


def hello(request):
    request.respond(200, b"hello")


def env(request):
    lines = [b"%s=%s\n" % pair for pair in request.variables]
    request.respond(200, b"".join(lines))


def echo(request):
    request.respond(200, request.read())


def sleep(request):
    end = time.monotonic() + int(request.variable(b"QUERY_STRING")) / 1000
    while time.monotonic() < end and not request.late:
        time.sleep(0.01)
        request.worker.hear()
    if request.late:
        request.respond(504, b"late")
    else:
        request.respond(200, b"slept")


def fail(request):
    raise ValueError("as ordered")


def fork(request):
    pid = os.fork()
    if pid == 0:
        time.sleep(30)
        os._exit(0)
    request.respond(200, b"%d" % pid)


def execute(request):
    child = subprocess.Popen(["sleep", "30"], close_fds=False)
    request.respond(200, b"%d" % child.pid)


def leave(request):
    request.respond(200, b"bye")
    request.worker.leave()


def missing(request):
    request.respond(404, b"there is no such page\n")


def beyond(request):
    request.respond(501, b"there are no streams\n")


PAGES = {
    b"/hello": hello,
    b"/env": env,
    b"/echo": echo,
    b"/sleep": sleep,
    b"/error": fail,
    b"/fork": fork,
    b"/exec": execute,
    b"/exit": leave,
    b"/stream": beyond,
    b"/slow": beyond,
    b"/abort": beyond,
    b"/hints": beyond,
    b"/after": beyond,
    b"/file": beyond,
}


# ---- the worker


class Worker:
    capacity, features = 1, FAULTS

    def __init__(self):
        version, _, fd = os.environ.pop("PERSIST_WORKER", "").partition(":")
        if version != str(VERSION):
            sys.exit("this is no worker of version 1")
        os.set_inheritable(int(fd), False)
        self.listener = socket.socket(fileno=int(fd))
        self.listener.listen(511)
        self.conns = []
        self.control = None
        self.probes = []
        self.running = None
        self.leaving = self.stopping = False
        self.heard = time.monotonic()
        os.register_at_fork(after_in_child=self.close)

    def close(self):
        """In a forked child."""
        self.listener.close()
        for conn in [*self.conns, self.control]:
            if conn:
                conn.close()

    def run(self):
        while not self.stopping:
            self.turn()

    def turn(self):
        """Look at the control connection only when nothing else is there."""
        ready = self.wait()
        if self.listener in ready:
            self.conns.append(Connection(self.listener.accept()[0]))
        for conn in [conn for conn in self.conns if conn in ready]:
            conn.receive()
            self.guard(conn, self.take_all)
        if ready == [self.control]:
            self.hear()
        self.answer_probes(ready)
        self.check_orphan()

    def wait(self):
        watched = [self.listener, *self.conns]
        if self.control:
            watched.append(self.control)
        return select.select(watched, [], [], 0 if self.probes else 1)[0]

    def check_orphan(self):
        if self.control:
            self.heard = time.monotonic()
        elif time.monotonic() > self.heard + ORPHAN_SECONDS:
            sys.exit(0)

    def guard(self, conn, function):
        """Close the connection when something is wrong with it, or its end."""
        try:
            function(conn)
        except Refused as error:
            print("refused:", error, file=sys.stderr)
            self.drop(conn)
        else:
            if conn.ended:
                self.drop(conn)

    def drop(self, conn):
        conn.close()
        if conn in self.conns:
            self.conns.remove(conn)
        if conn is self.control:
            self.control = None

    # ---- data connections

    def take_all(self, conn):
        while conn in self.conns and (message := conn.next()):
            self.take(conn, message)

    def take(self, conn, message):
        if not conn.opened:
            self.open(conn, message)
        elif message[0] == REQUEST:
            self.take_request(conn, message)
        elif message[0] != BODY:
            raise Refused("out of turn")

    def open(self, conn, message):
        if message[0] != OPEN or message[1] != VERSION:
            raise Refused("no OPEN of this version")
        conn.opened, conn.features = True, message[3]
        if message[2] == CONTROL:
            self.adopt(conn)
        else:
            self.check_unit(message[4])

    def check_unit(self, unit):
        if unit >= self.capacity:
            raise Refused("a unit beyond the capacity")

    def take_request(self, conn, message):
        request = Request(self, conn, message[1:])
        if self.leaving or self.is_cancelled(conn):
            conn.send(END, 0, 0, [])
        else:
            self.run_script(request)

    def is_cancelled(self, conn):
        conn.look()
        return conn.ended

    def run_script(self, request):
        self.running = request
        try:
            page = PAGES.get(request.variable(b"PATH_INFO"), missing)
            page(request)
        except (Gone, ValueError):
            request.failed = True
            request.respond(500, b"the script has failed\n")
        self.running = None

    # ---- the control connection

    def adopt(self, conn):
        if self.control:
            self.control.close()
        self.conns.remove(conn)
        self.control = conn
        self.probes = []
        self.ready()
        if self.leaving:
            conn.send(LEAVING)
        self.hear()

    def ready(self):
        fields = VERSION, b"plain 1", self.features, self.capacity, [], 0
        self.control.send(READY, *fields)

    def hear(self):
        """Take in what persistd has sent; also while a script sleeps."""
        if self.control:
            self.control.look()
            self.guard(self.control, self.obey_all)

    def obey_all(self, conn):
        while message := conn.next():
            self.obey(message)

    def obey(self, message):
        if message[0] == STOP:
            self.stop()
        elif message[0] == PROBE:
            self.check_unit(message[1])
            self.probes.append(message[1])
        elif message[0] == DEADLINE:
            self.late(message[1])
        elif message[0] == FORK:
            raise Refused("no feature 2")
        else:
            raise Refused("out of turn")

    def stop(self):
        """End, behind the request that runs."""
        self.stopping = True

    def late(self, request_id):
        if self.running and self.running.id == request_id:
            self.running.late = True

    def answer_probes(self, ready):
        if self.control and not ready:
            for unit in self.probes:
                self.control.send(IDLE, unit)
            self.probes = []

    def leave(self):
        self.leaving = True
        if self.control:
            self.control.send(LEAVING)


if __name__ == "__main__":
    Worker().run()
