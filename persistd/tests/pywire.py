# SPDX-License-Identifier: Apache-2.0
"""The wire in a few lines of plain Python, apart from the C codec on purpose:
what both agree on is what PROTOCOL.md says."""

import struct

OPEN, STOP, FORK, DEADLINE, PROBE = 1, 16, 17, 18, 19
READY, FILES, IDLE, LEAVING, CLONED = range(24, 29)
SETTINGS, UP, HELLO, ENSURE, ENSURED, NUDGE, STATUS, REPORT = range(64, 72)
ANYBODY = (1 << 32) - 1  # in STATUS
ORDER, ORDERED, LATE, PING, PONG, SAID = range(72, 78)


def pack(value):
    if isinstance(value, int):
        return b"\xcf" + struct.pack(">Q", value)
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))


def frame(*message):
    body = pack(message)
    return b"\xce" + struct.pack(">I", len(body)) + body


WIDTHS = {0xCC: "B", 0xCD: "H", 0xCE: "I", 0xCF: "Q"}
LENGTHS = {0xC4: "B", 0xC5: "H", 0xC6: "I", 0xD9: "B", 0xDA: "H", 0xDB: "I"}
ARRAYS = {0xDC: "H", 0xDD: "I"}


def number(data, at, code):
    size = struct.calcsize(code)
    return struct.unpack_from(">" + code, data, at)[0], at + size


def unpack(data, at=0):
    """Returns the value and the place behind it."""
    head, at = data[at], at + 1
    if head < 0x80:
        return head, at
    if head in WIDTHS:
        return number(data, at, WIDTHS[head])
    if head in LENGTHS or 0xA0 <= head <= 0xBF:
        size = head & 0x1F
        if head in LENGTHS:
            size, at = number(data, at, LENGTHS[head])
        return bytes(data[at : at + size]), at + size
    count = head & 0x0F
    if head in ARRAYS:
        count, at = number(data, at, ARRAYS[head])
    elif not 0x90 <= head <= 0x9F:
        raise ValueError(f"byte {head:#x}")
    items = []
    for _ in range(count):
        item, at = unpack(data, at)
        items.append(item)
    return items, at


class Link:
    """Frames over a stream socket."""

    def __init__(self, sock):
        self.sock = sock
        self.data = bytearray()

    def send(self, *message):
        self.sock.sendall(frame(*message))

    def receive(self):
        """The next message, or None at the end."""
        while True:
            if len(self.data) >= 5:
                size = 5 + struct.unpack_from(">I", self.data, 1)[0]
                if len(self.data) >= size:
                    message, _ = unpack(self.data, 5)
                    del self.data[:size]
                    return message
            got = self.sock.recv(65536)
            if not got:
                return None
            self.data += got

    def close(self):
        self.sock.close()
