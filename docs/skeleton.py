#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A worker without an SDK, to be copied into another language.

It answers /hello and /env. docs/writing-a-worker.md says what it leaves out.
"""

import os
import select
import socket
import struct
import sys


def pack(value):
    if isinstance(value, int):
        return struct.pack(">BI", 0xCE, value)
    if isinstance(value, bytes):
        return struct.pack(">BI", 0xC6, len(value)) + value
    return struct.pack(">BH", 0xDC, len(value)) + b"".join(map(pack, value))


def frame(*fields):
    message = pack(fields)
    return struct.pack(">BI", 0xCE, len(message)) + message


# How many bytes follow a mark: an integer, the length of a string, of a list.
NUMBERS = {
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    0xD3: ">q",
}
STRINGS = {
    0xC4: ">B",
    0xC5: ">H",
    0xC6: ">I",
    0xD9: ">B",
    0xDA: ">H",
    0xDB: ">I",
}
LISTS = {0xDC: ">H", 0xDD: ">I"}
FORMS = NUMBERS | STRINGS | LISTS


def unpack(data, at):
    """Return the value that begins at this byte, and where it ends."""
    mark = data[at]
    at += 1
    if mark < 0x80 or mark >= 0xE0:
        return mark if mark < 0x80 else mark - 256, at
    if mark in (0xC2, 0xC3):
        return mark - 0xC2, at
    size = mark & 0x1F if 0xA0 <= mark < 0xC0 else mark & 0x0F
    if mark in FORMS:
        (size,) = struct.unpack_from(FORMS[mark], data, at)
        at += struct.calcsize(FORMS[mark])
    if mark in NUMBERS:
        return size, at
    if mark in STRINGS or 0xA0 <= mark < 0xC0:
        if at + size > len(data):
            raise ValueError("a string is cut off")
        return data[at : at + size], at + size
    if mark not in LISTS and mark >> 4 != 9:
        raise ValueError(f"{mark:02x} begins no value")
    values = []
    for _ in range(size):
        value, at = unpack(data, at)
        values.append(value)
    return values, at


def frames(buffer):
    """Take whole frames off the front, as lists of fields."""
    while len(buffer) >= 5:
        mark, size = struct.unpack_from(">BI", buffer)
        if mark != 0xCE or not 1 <= size <= 2097152:
            raise ValueError("no frame")
        if len(buffer) < 5 + size:
            return
        message, end = unpack(bytes(buffer[5 : 5 + size]), 0)
        if end != size or not isinstance(message, list):
            raise ValueError("no list of fields")
        del buffer[: 5 + size]
        yield message


def answer(request):
    """Return status and body. This is what a script of your SDK does."""
    parts = request[2].split(b"\0")
    variables = dict(zip(parts[::2], parts[1::2]))
    if variables.get(b"PATH_INFO") == b"/hello":
        return 200, b"hello"
    if variables.get(b"PATH_INFO") == b"/env":
        lines = [name + b"=" + variables[name] for name in variables]
        return 200, b"\n".join([*lines, b""])
    return 404, b"not found"


def run(connection, request):
    """Answer a request, or refuse it if its client has gone."""
    more = select.select([connection], [], [], 0)[0]
    if more and not connection.recv(1, socket.MSG_PEEK):
        connection.sendall(frame(9, 0, 0, []))
        return
    status, body = answer(request)
    headers = [b"Content-Type", b"text/plain"]
    connection.sendall(frame(5, request[1], status, headers, body, 1))


class Worker:
    def __init__(self, listener):
        self.listener, self.control = listener, None
        self.buffers, self.probed = {}, False

    def on_open(self, connection, version, role, features, unit):
        if version != 1 or (role == 0 and unit != 0):
            raise ValueError("OPEN for another worker")
        if role == 1:
            self.control = connection
            connection.sendall(frame(24, 1, b"skeleton 0.1", 0, 1, [], 0))

    def on_message(self, connection, message):
        kind = message[0]
        if kind == 1:  # OPEN
            self.on_open(connection, *message[1:5])
        elif kind == 2:  # REQUEST
            run(connection, message)
        elif kind == 19 and message[1] == 0:  # PROBE
            self.probed = True
        elif kind == 16:  # STOP
            sys.exit(0)
        elif kind not in {3, 18}:  # a late BODY or DEADLINE does no harm
            raise ValueError(f"{kind} is not for this worker")

    def read(self, connection):
        try:
            data = connection.recv(65536)
            self.buffers[connection] += data
            for message in frames(self.buffers[connection]):
                self.on_message(connection, message)
        except (OSError, ValueError, IndexError, struct.error) as error:
            print(error, file=sys.stderr, flush=True)
            data = b""
        if not data:
            del self.buffers[connection]
            connection.close()
            if connection is self.control:
                self.control, self.probed = None, False

    def turn(self):
        """Requests first: the answer to PROBE must not overtake one."""
        wait = 0 if self.probed else None
        ready = select.select([self.listener, *self.buffers], [], [], wait)[0]
        others = [one for one in ready if one is not self.control]
        for one in others:
            if one is self.listener:
                self.buffers[one.accept()[0]] = bytearray()
            else:
                self.read(one)
        if not others and self.probed:
            self.control.sendall(frame(26, 0))  # IDLE
            self.probed = False
        if not others and self.control in ready:
            self.read(self.control)


version, number = os.environ.pop("PERSIST_WORKER").split(":")
if version != "1":
    sys.exit(f"version {version} of the protocol is not known here")
os.set_inheritable(int(number), False)
listener = socket.socket(fileno=int(number))
listener.listen(511)
worker = Worker(listener)
while True:
    worker.turn()
