# SPDX-License-Identifier: Apache-2.0
"""Frames as bytes: a strict decoder and an encoder of the worker protocol,
written by hand so that the worker of plain.py shares nothing with the SDKs."""

import struct

OPEN, REQUEST, BODY, INFO, RESPONSE, FILE, WANT, LOG, END = range(1, 10)
STOP, FORK, DEADLINE, PROBE = range(16, 20)
READY, FILES, IDLE, LEAVING, CLONED = range(24, 29)

PREFIX = 5
FRAME_MAX = 2 << 20
ELEMENTS_MAX = 1024
U32 = (1 << 32) - 1

# What a worker may receive: the range of each field, of a number (int) or of a
# length (bytes).
FIELDS = {
    OPEN: [(int, U32), (int, 1), (int, U32), (int, U32)],
    REQUEST: [
        (int, U32),
        (bytes, 1 << 20),
        (int, 2),
        (bytes, 1 << 16),
        (int, 1 << 40),
        (bytes, 64),
    ],
    BODY: [(bytes, 1 << 18), (int, 2)],
    STOP: [],
    FORK: [],
    DEADLINE: [(bytes, 64)],
    PROBE: [(int, U32)],
}

# mark: form of the number or length behind it
FORMS = [">B", ">H", ">I", ">Q", ">b", ">h", ">i", ">q"]
NUMBERS = dict(zip(range(0xCC, 0xD4), FORMS))
BYTES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I"}
BYTES |= {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
ARRAYS = {0xDC: ">H", 0xDD: ">I"}


class Refused(Exception):
    """The other side does not keep to the protocol."""


class Scan:
    """One frame's content."""

    def __init__(self, data):
        self.data, self.at, self.elements = data, 0, 0

    def take(self, n):
        if n > len(self.data) - self.at:
            raise Refused("cut short inside a frame")
        self.at += n
        return self.data[self.at - n : self.at]

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def value(self, depth):
        mark = self.take(1)[0]
        if mark < 0x80 or mark >= 0xE0:
            return mark if mark < 0x80 else mark - 256
        if mark in (0xC2, 0xC3):
            return mark - 0xC2
        if mark in NUMBERS:
            return self.number(NUMBERS[mark])
        if 0xA0 <= mark < 0xC0:
            return self.take(mark & 31)
        if mark in BYTES:
            return self.take(self.number(BYTES[mark]))
        if 0x90 <= mark < 0xA0:
            return self.array(mark & 15, depth)
        if mark in ARRAYS:
            return self.array(self.number(ARRAYS[mark]), depth)
        raise Refused("a type that may not occur")

    def array(self, count, depth):
        self.elements += count
        if depth == 2 or self.elements > ELEMENTS_MAX:
            raise Refused("arrays are too many or too deep")
        return [self.value(depth + 1) for _ in range(count)]


def check(message):
    if not isinstance(message, list) or not message:
        raise Refused("no message")
    fields = FIELDS.get(message[0]) if isinstance(message[0], int) else None
    if fields is None or len(message) <= len(fields):
        raise Refused("an unknown kind, or too few fields")
    for (wanted, most), value in zip(fields, message[1:]):
        size = len(value) if isinstance(value, bytes) else value
        if not isinstance(value, wanted) or not 0 <= size <= most:
            raise Refused("a field is out of its range")


def decode(data):
    """Return the first message, or None, and how many bytes it takes."""
    if data[:1] not in (b"", b"\xce"):
        raise Refused("no frame")
    if len(data) < PREFIX:
        return None, 0
    n = int.from_bytes(data[1:PREFIX], "big")
    if not 1 <= n <= FRAME_MAX:
        raise Refused("a frame's length")
    if len(data) < PREFIX + n:
        return None, 0
    scan = Scan(data[PREFIX : PREFIX + n])
    message = scan.value(0)
    if scan.at != n:
        raise Refused("bytes behind the message")
    check(message)
    return message, PREFIX + n


def pack(value):
    if isinstance(value, int):
        return b"\xcf" + struct.pack(">Q", value)
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))


def frame(*message):
    content = pack(message)
    return b"\xce" + struct.pack(">I", len(content)) + content
