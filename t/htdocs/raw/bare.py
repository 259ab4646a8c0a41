# SPDX-License-Identifier: Apache-2.0
"""A worker with nothing between it and the wire, so that it can lie."""

import os
import select
import socket
import struct

OPEN, REQUEST, BODY, INFO, RESPONSE, FILE, WANT, LOG, END = range(1, 10)
STOP, PROBE, READY, IDLE, LEAVING = 16, 19, 24, 26, 27
MORE, LAST = 0, 1
COMPLETE, CGI, FAULT = 1, 2, 4
FILES = 1  # feature


def pack(value):
    if isinstance(value, int):
        return b"\xcf" + struct.pack(">Q", value)
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))


def frame(*fields):
    message = pack(fields)
    return b"\xce" + struct.pack(">I", len(message)) + message


FORMS = {
    0xC4: ">B",
    0xC5: ">H",
    0xC6: ">I",
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xDC: ">H",
    0xDD: ">I",
}


class Reader:
    """One message: httpd and persistd write each type in its shortest form."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        self.at += n
        return self.data[self.at - n : self.at]

    def value(self):
        mark = self.take(1)[0]
        if mark < 0x80:
            return mark
        if mark >> 4 == 9:
            return [self.value() for _ in range(mark & 15)]
        form = FORMS[mark]
        (n,) = struct.unpack(form, self.take(struct.calcsize(form)))
        if mark <= 0xC6:
            return self.take(n)
        if mark >= 0xDC:
            return [self.value() for _ in range(n)]
        return n


class Connection:
    def __init__(self, sock):
        self.socket, self.buffer, self.seq = sock, b"", 0

    def fileno(self):
        return self.socket.fileno()

    def next(self):
        """One message, or None when more bytes are needed."""
        if len(self.buffer) < 5:
            return None
        end = 5 + struct.unpack(">I", self.buffer[1:5])[0]
        if len(self.buffer) < end:
            return None
        message = Reader(self.buffer[5:end]).value()
        self.buffer = self.buffer[end:]
        return message

    def wait(self):
        """The next message; None at the end of the connection."""
        while (message := self.next()) is None:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.buffer += data
        return message

    def send(self, *frames, fds=()):
        """Frames that leave by one call."""
        data = b"".join(frames)
        if fds:
            numbers = [fd if isinstance(fd, int) else fd.fileno() for fd in fds]
            sent = socket.send_fds(self.socket, [data], numbers)
            data = data[sent:]
        self.socket.sendall(data)

    def response(self, status=200, headers=(), body=b"", flags=COMPLETE):
        fields = [part.encode("latin-1") for pair in headers for part in pair]
        return frame(RESPONSE, self.seq, status, fields, body, flags)


def variables(request):
    parts = request[2].decode("latin-1").split("\0")
    return dict(zip(parts[::2], parts[1::2]))


control = None  # the connection to persistd


def on_message(connection, message, answer, features, capacity):
    global control
    kind = message[0]
    if kind == OPEN and message[2] == 1:
        control = connection
        ready = frame(READY, 1, b"bare", features, capacity, [], 0)
        connection.send(ready)
    elif kind == PROBE:
        connection.send(frame(IDLE, message[1]))
    elif kind == STOP:
        os._exit(0)
    elif kind == REQUEST:
        connection.seq = message[1]
        answer(connection, message)


def serve(answer, features=0, capacity=1):
    """Call answer(connection, request) for each request, for ever."""
    listener = socket.socket(fileno=3)
    listener.listen(16)
    connections = {}
    while True:
        ready, _, _ = select.select([listener, *connections.values()], [], [])
        for one in ready:
            if one is listener:
                sock, _ = listener.accept()
                connections[sock.fileno()] = Connection(sock)
                continue
            try:
                data = one.socket.recv(65536)
                one.buffer += data
                while data and (message := one.next()):
                    on_message(one, message, answer, features, capacity)
            except OSError:
                data = b""
            if not data:
                del connections[one.fileno()]
                one.socket.close()
