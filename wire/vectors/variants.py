# SPDX-License-Identifier: Apache-2.0
"""variants.py: bytes that our encoder would not write and that a decoder must still read."""

from vector import Message, Vector, frame, message


def variant(name: str, comment: str, body: bytes, content: Message) -> Vector:
    return Vector(f"variant-{name}", comment, frame(body), ["canonical no", *content.lines()])


WANT_5 = message("WANT", bytes=5)
RESPONSE = message("RESPONSE", seq=0, status=200, headers=[b"A", b"b"], body=b"hi", flags=1)

VARIANTS = [
    variant("str-fix", "fixstr is bytes", b"\x96\x05\x00\xcc\xc8\x92\xa1A\xa1b\xa2hi\x01", RESPONSE),
    variant("str8", "str 8 is bytes", b"\x96\x05\x00\xcc\xc8\x92\xd9\x01A\xd9\x01b\xd9\x02hi\x01", RESPONSE),
    variant("str16", "str 16 is bytes",
            b"\x96\x05\x00\xcc\xc8\x92\xda\0\x01A\xda\0\x01b\xda\0\x02hi\x01", RESPONSE),
    variant("str32", "str 32 is bytes",
            b"\x96\x05\x00\xcc\xc8\x92\xdb\0\0\0\x01A\xdb\0\0\0\x01b\xdb\0\0\0\x02hi\x01", RESPONSE),
    variant("str-not-utf8", "str need not be UTF-8", b"\x93\x08\x06\xa2\xff\xfe",
            message("LOG", level=6, text=b"\xff\xfe")),
    variant("bin32", "lengths need not be short", b"\x93\x08\x06\xc6\0\0\0\x02hi", message("LOG", level=6, text=b"hi")),
    variant("uint8", "an integer need not be short: uint 8", b"\x92\xcc\x07\xcc\x05", WANT_5),
    variant("uint16", "also uint 16", b"\x92\x07\xcd\0\x05", WANT_5),
    variant("uint32", "also uint 32", b"\x92\x07\xce\0\0\0\x05", WANT_5),
    variant("uint64", "also uint 64", b"\x92\x07\xcf\0\0\0\0\0\0\0\x05", WANT_5),
    variant("int8", "an integer may be a signed one: int 8", b"\x92\x07\xd0\x05", WANT_5),
    variant("int16", "also int 16", b"\x92\x07\xd1\0\x05", WANT_5),
    variant("int32", "also int 32", b"\x92\x07\xd2\0\0\0\x05", WANT_5),
    variant("int64", "also int 64", b"\x92\x07\xd3\0\0\0\0\0\0\0\x05", WANT_5),
    variant("array16", "an array's header need not be short", b"\xdc\0\x02\x07\x05", WANT_5),
    variant("array32", "also array 32", b"\xdd\0\0\0\x02\x07\x05", WANT_5),
    variant("boolean", "true and false are 1 and 0", b"\x94\x09\xc3\xc2\x90",
            message("END", ok=1, after=0, trailers=[])),
    variant("extra-number", "a field beyond the known ones is ignored", b"\x93\x07\x05\x2a", WANT_5),
    variant("extra-many", "also many, of every legal type",
            b"\x98\x07\x05\xff\xa1x\xc4\x01y\x93\xa1z\x01\xd0\x80\x90\xc3", WANT_5),
    variant("extra-bare", "also behind a message that has no fields", b"\x93\x10\x01\x90", message("STOP")),
]  # fmt: skip
