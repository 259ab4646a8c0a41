# SPDX-License-Identifier: Apache-2.0
"""refused.py: bytes that every receiver must refuse, each for one reason."""

from vector import Value, Vector, frame, pack


def refused(name: str, comment: str, error: str, data: bytes) -> Vector:
    return Vector(f"refused-{name}", comment, data, [f"error {error}"])


def body(name: str, comment: str, error: str, content: bytes) -> Vector:
    return refused(name, comment, error, frame(content))


def fields(name: str, comment: str, error: str, *values: Value) -> Vector:
    return body(name, comment, error, pack(list(values)))


FRAMES = [
    refused("prefix-http", "another protocol", "PREFIX", b"GET / HTTP/1.1\r\n"),
    refused("prefix-uint64", "a length in another format", "PREFIX", b"\xcf\0\0\0\0\0\0\0\x03\x92\x07\x05"),
    refused("prefix-none", "a message without its prefix", "PREFIX", b"\x92\x07\x05"),
    refused("length-0", "a frame without content", "LENGTH", b"\xce\0\0\0\0"),
    refused("length-above-limit", "2 MiB and a byte, announced", "LENGTH", b"\xce\x00\x20\x00\x01"),
    refused("length-largest", "2^32 - 1 bytes, announced", "LENGTH", b"\xce\xff\xff\xff\xff"),
]

FORM = [
    body("short-object", "the array ends inside the frame: a field is missing", "MSGPACK", b"\x93\x08\x06"),
    body("short-integer", "an integer ends with the frame", "MSGPACK", b"\x92\x07\xcd\x01"),
    body("short-bytes", "bytes end with the frame", "MSGPACK", b"\x93\x08\x06\xc4\x05hi"),
    body("bin32-largest", "2^32 - 1 bytes, declared", "MSGPACK", b"\x93\x08\x06\xc6\xff\xff\xff\xff"),
    body("str32-largest", "2^32 - 1 bytes of text, declared", "MSGPACK", b"\x93\x08\x06\xdb\xff\xff\xff\xff"),
    body("reserved-byte", "0xc1 is never used in msgpack", "MSGPACK", b"\x92\x07\xc1"),
    body("count-beyond-frame", "more elements declared than the frame has bytes", "MSGPACK", b"\xdc\x00\x20\x07\x05"),
    body("excess", "a byte behind the array", "EXCESS", b"\x92\x07\x05\x00"),
    body("excess-message", "a second message in the same frame", "EXCESS", b"\x92\x07\x05\x92\x07\x05"),
    body("no-array", "an integer instead of an array", "TYPE", b"\x07"),
    body("nil", "nil instead of an integer", "TYPE", b"\x92\x07\xc0"),
    body("float", "a float instead of an integer", "TYPE", b"\x92\x07\xca\x40\xa0\x00\x00"),
    body("double", "a double instead of an integer", "TYPE", b"\x92\x07\xcb\x40\x14" + bytes(6)),
    body("map", "a map of headers", "TYPE", b"\x94\x09\x01\x00\x81\xa1a\xa1b"),
    body("map-empty", "an empty map", "TYPE", b"\x94\x09\x01\x00\x80"),
    body("map32-largest", "a map of 2^32 - 1 pairs, declared", "TYPE", b"\x94\x09\x01\x00\xdf\xff\xff\xff\xff"),
    body("ext", "an extension type", "TYPE", b"\x92\x07\xd4\x01\x05"),
    body("extra-nil", "nil, even where a field would be ignored", "TYPE", b"\x93\x07\x05\xc0"),
    body("nesting", "a list in a list", "NESTING", b"\x94\x09\x01\x00\x92\x91\xa1a\xa1b"),
    body("nesting-extra", "also even where it would be ignored", "NESTING", b"\x93\x07\x05\x91\x90"),
    body("nesting-deep", "many arrays in each other", "NESTING", b"\x91" * 1000 + b"\x01"),
    body("array32-largest", "2^32 - 1 elements, declared", "ELEMENTS", b"\xdd\xff\xff\xff\xff"),
    body("list-largest", "a list of 2^32 - 1 elements, declared", "ELEMENTS",
         b"\x94\x09\x01\x00\xdd\xff\xff\xff\xff"),
    body("elements", "1025 elements in all", "ELEMENTS",
         b"\x94\x09\x01\x00\xdc\x03\xfd" + b"\xa0" * 1021),
]  # fmt: skip

FIELDS = [
    body("kind-none", "an empty array", "KIND", b"\x90"),
    fields("kind-0", "kind 0", "KIND", 0),
    fields("kind-park", "kind 10 is reserved", "KIND", 10, 0),
    fields("kind-spawn", "so is kind 11", "KIND", 11, 0),
    fields("kind-reserved", "and kind 32", "KIND", 32),
    fields("kind-unknown", "a kind that nobody knows", "KIND", 1000),
    body("kind-negative", "a negative kind", "KIND", b"\x91\xff"),
    fields("kind-bytes", "bytes instead of a kind", "TYPE", b"WANT", 5),
    fields("fields-none", "WANT without its number", "FIELDS", 7),
    fields("fields-few", "REQUEST without its last field", "FIELDS", 2, 0, b"", 0, b"", 0),
    fields("type-number", "bytes where a number belongs", "TYPE", 7, b"5"),
    fields("type-bytes", "a number where bytes belong", "TYPE", 8, 6, 5),
    fields("type-list", "bytes where a list belongs", "TYPE", 9, 1, 0, b"a"),
    fields("type-item", "a number in a list", "TYPE", 9, 1, 0, [b"a", 1]),
    fields("pairs", "a header without a value", "PAIRS", 5, 0, 200, [b"A", b"b", b"C"], b"", 1),
    body("negative", "a negative number", "RANGE", b"\x92\x07\xff"),
    fields("open-role", "an unknown role", "RANGE", 1, 1, 2, 0, 0),
    fields("request-seq", "seq 2^32", "RANGE", 2, 1 << 32, b"", 0, b"", 0, b""),
    fields("response-seq", "also where it is given back", "RANGE", 5, 1 << 32, 200, [], b"", 1),
    fields("info-seq", "and with INFO", "RANGE", 4, 1 << 32, 103, []),
    fields("request-mode", "an unknown way of the body", "RANGE", 2, 0, b"", 3, b"", 0, b""),
    fields("request-inline", "64 KiB and a byte of inline body", "RANGE", 2, 0, b"", 1, b"b" * 65537, 0, b""),
    fields("request-time", "too many milliseconds", "RANGE", 2, 0, b"", 0, b"", (1 << 40) + 1, b""),
    fields("request-id", "a request id of 65 bytes", "RANGE", 2, 0, b"", 0, b"", 0, b"i" * 65),
    fields("body-mark", "an unknown mark", "RANGE", 3, b"", 3),
    fields("info-status-low", "INFO 101, which would be the end of HTTP", "RANGE", 4, 0, 101, []),
    fields("info-status-high", "INFO 104", "RANGE", 4, 0, 104, []),
    fields("response-status-low", "RESPONSE 199", "RANGE", 5, 0, 199, [], b"", 1),
    fields("response-status-high", "RESPONSE 600", "RANGE", 5, 0, 600, [], b"", 1),
    fields("response-flags", "an unknown flag", "RANGE", 5, 0, 200, [], b"", 8),
    fields("file-offset", "an offset beyond 2^63 - 1", "RANGE", 6, 1 << 63, 0),
    fields("want-0", "a credit of nothing", "RANGE", 7, 0),
    fields("want-above-limit", "a credit of 1 MiB and a byte", "RANGE", 7, (1 << 20) + 1),
    fields("log-level", "level 8", "RANGE", 8, 8, b""),
    fields("end-ok", "ok is 0 or 1", "RANGE", 9, 2, 0, []),
    fields("ready-capacity", "a worker that can do nothing", "RANGE", 24, 1, b"", 0, 0, [], 0),
]

REFUSED = [*FRAMES, *FORM, *FIELDS]
