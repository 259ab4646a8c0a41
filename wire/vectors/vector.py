# SPDX-License-Identifier: Apache-2.0
"""vector.py: msgpack as the protocol uses it, written from its specification, and the text of a vector."""

from __future__ import annotations

import dataclasses
import re
import struct
from typing import Union

Value = Union[int, bytes, list]

KINDS = {
    "OPEN": 1, "REQUEST": 2, "BODY": 3, "INFO": 4, "RESPONSE": 5, "FILE": 6, "WANT": 7, "LOG": 8, "END": 9,
    "STOP": 16, "FORK": 17, "DEADLINE": 18, "PROBE": 19,
    "READY": 24, "FILES": 25, "IDLE": 26, "LEAVING": 27, "CLONED": 28, "CHILD": 29,
    "SETTINGS": 64, "UP": 65, "HELLO": 66, "ENSURE": 67, "ENSURED": 68, "NUDGE": 69, "STATUS": 70, "REPORT": 71,
    "ORDER": 72, "ORDERED": 73, "LATE": 74, "PING": 75, "PONG": 76, "SAID": 77,
    "WORKER": 80,
}  # fmt: skip


# A field of more equal bytes than this is described by their count.
LONG_FIELD = 1024
HEX_LINE = 32
HEX_RUN = re.compile(rb"(.)\1{64,}", re.DOTALL)


@dataclasses.dataclass
class Vector:
    """Bytes, and the lines that describe what a reader must make of them."""

    name: str
    comment: str
    data: bytes
    lines: list[str]

    def block(self) -> str:
        return "\n".join([f"vector {self.name}", f"# {self.comment}", *hex_lines(self.data), *self.lines]) + "\n"


@dataclasses.dataclass
class Message:
    """One message: its fields are the keyword arguments, in their order on the wire."""

    name: str
    fields: dict[str, Value]

    def object(self) -> bytes:
        return pack([KINDS[self.name], *self.fields.values()])

    def lines(self) -> list[str]:
        lines = [f"message {self.name} {KINDS[self.name]}"]
        for field, value in self.fields.items():
            lines += describe(field, value)
        return lines


def message(name: str, **fields: Value) -> Message:
    return Message(name, fields)


def frame(body: bytes) -> bytes:
    return b"\xce" + struct.pack(">I", len(body)) + body


def pack(value: Value) -> bytes:
    """Return the shortest encoding; bytes are encoded as bin."""
    if isinstance(value, bytes):
        return pack_bytes(value)
    if isinstance(value, list):
        return pack_array_header(len(value)) + b"".join(pack(item) for item in value)
    return pack_number(value)


def pack_number(number: int) -> bytes:
    if number < 0x80:
        return struct.pack(">B", number)
    for mark, form, bits in ((0xCC, ">BB", 8), (0xCD, ">BH", 16), (0xCE, ">BI", 32)):
        if number < 1 << bits:
            return struct.pack(form, mark, number)
    return struct.pack(">BQ", 0xCF, number)


def pack_bytes(data: bytes) -> bytes:
    for mark, form, bits in ((0xC4, ">BB", 8), (0xC5, ">BH", 16)):
        if len(data) < 1 << bits:
            return struct.pack(form, mark, len(data)) + data
    return struct.pack(">BI", 0xC6, len(data)) + data


def pack_array_header(count: int) -> bytes:
    if count < 16:
        return struct.pack(">B", 0x90 | count)
    if count < 1 << 16:
        return struct.pack(">BH", 0xDC, count)
    return struct.pack(">BI", 0xDD, count)


def hex_lines(data: bytes) -> list[str]:
    """Return the hex lines of the bytes; a long run of one byte is one line."""
    lines, start = [], 0
    for run in HEX_RUN.finditer(data):
        lines += hex_rows(data[start : run.start()])
        lines.append(f"hex {run[1].hex()}*{len(run[0])}")
        start = run.end()
    lines += hex_rows(data[start:])
    return lines or ["hex"]


def hex_rows(data: bytes) -> list[str]:
    return [f"hex {data[at : at + HEX_LINE].hex()}" for at in range(0, len(data), HEX_LINE)]


def quote(data: bytes) -> str:
    plain = set(range(0x21, 0x7F)) - set(b"%+")
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in data)


def describe(field: str, value: Value) -> list[str]:
    if isinstance(value, list):
        return [f"list {field} {len(value)}", *(f"item {quote(item)}".rstrip() for item in value)]
    if isinstance(value, bytes) and len(value) > LONG_FIELD and len(set(value)) == 1:
        return [f"repeat {field} {len(value)} {quote(value[:1])}"]
    if isinstance(value, bytes):
        return [f"bytes {field} {quote(value)}".rstrip()]
    return [f"number {field} {value}"]
