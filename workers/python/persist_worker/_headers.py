# SPDX-License-Identifier: Apache-2.0
"""A request's headers as a mapping, and a response's headers as a block.

A block is the form that the C core takes: name NUL value NUL …
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Union

Text = Union[str, bytes]
HeaderFields = Union[Mapping[str, Text], Iterable[tuple[Text, Text]]]

NO_BODY = (204, 205, 304)
STATUS_MIN = 200
STATUS_MAX = 599
FIELDS_MAX = 509  # limits of wire/PROTOCOL.md
BLOCK_MAX = 1 << 20
TOLD_MAX = 80  # characters of a wrong header in a message

_NAME = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE = re.compile(rb"[^\x00-\x08\x0a-\x1f\x7f]*")
_BLOCK = re.compile(rb"(?:%b\x00%b\x00)*" % (_NAME.pattern, _VALUE.pattern))
# Blocks that check() has found good: most responses have the same few.
_checked: set[bytes] = set()
_CHECKED_MAX = 64
_CHECKED_LENGTH = 1024
_WITHOUT_PREFIX = {"CONTENT_TYPE", "CONTENT_LENGTH"}


class Headers(Mapping[str, str]):
    """The request's headers. Case is ignored, and - and _ are the same."""

    __slots__ = ("_env",)

    def __init__(self, env: Mapping[str, str]) -> None:
        """Use these CGI variables."""
        self._env = env

    def __getitem__(self, name: str) -> str:
        """Return the value of the header."""
        key = name.upper().replace("-", "_")
        if key not in _WITHOUT_PREFIX:
            key = "HTTP_" + key
        try:
            return self._env[key]
        except KeyError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names, spelled like Content-Type."""
        for key in self._env:
            if key in _WITHOUT_PREFIX:
                yield key.title().replace("_", "-")
            elif key.startswith("HTTP_"):
                yield key[5:].title().replace("_", "-")

    def __len__(self) -> int:
        """Return the number of headers."""
        return sum(1 for _ in self)


def _encoded(part: str) -> bytes:
    try:
        return part.encode("latin-1")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"the header text {part[:TOLD_MAX]!r} has {part[error.start]!r}, "
            "but headers take Latin-1 only: encode it, for example with "
            "urllib.parse.quote()"
        ) from None


def _as_bytes(part: object) -> bytes:
    if isinstance(part, str):
        return _encoded(part)
    if isinstance(part, bytes):
        return part
    kind = type(part).__name__
    raise TypeError(f"a header's name or value is str or bytes, not {kind}")


def _pairs(headers: HeaderFields) -> list[tuple[Text, Text]]:
    if isinstance(headers, Mapping):
        return list(headers.items())
    return list(headers)


def block(headers: HeaderFields) -> bytes:
    """Return the headers as one block; ValueError if they can't be sent."""
    # type() first: isinstance() of an abstract class costs more than the rest
    pairs = headers.items() if type(headers) is dict else _pairs(headers)
    parts: list[Text] = []
    for name, value in pairs:
        parts += name, value
    if not parts:
        return b""
    try:
        text = "\0".join(parts)  # type: ignore[arg-type]
        packed = text.encode("latin-1") + b"\0"
    except (TypeError, UnicodeEncodeError):
        packed = b"\0".join([_as_bytes(part) for part in parts]) + b"\0"
    if packed.count(0) != len(parts):
        raise ValueError("a header's name or value contains NUL")
    return packed


def split(packed: bytes) -> list[tuple[bytes, bytes]]:
    """Return the names and values of a block."""
    parts = iter(packed.split(b"\0"))
    return list(zip(parts, parts))


def has(fields: list[tuple[bytes, bytes]], name: bytes) -> bool:
    """Return whether fields has the header name (in lower case)."""
    return any(other.lower() == name for other, _ in fields)


def with_fields(packed: bytes, more: list[tuple[bytes, bytes]]) -> bytes:
    """Add those headers to the block that it does not have."""
    present = split(packed)
    for name, value in more:
        if not has(present, name.lower()):
            packed += name + b"\0" + value + b"\0"
    return packed


def with_length(status: int, packed: bytes, length: int) -> bytes:
    """Add Content-Length to the block, unless it has or must not have one."""
    if status in NO_BODY or has(split(packed), b"content-length"):
        return packed
    return packed + b"Content-Length\0%d\0" % length


def fault(status: int | None, packed: bytes) -> ValueError | None:
    """Return what is wrong with a response's head; None: nothing.

    status is None for a block without one, such as trailers.
    """
    fields = split(packed)
    if len(fields) > FIELDS_MAX:
        return ValueError(
            f"{len(fields)} headers: at most {FIELDS_MAX} are allowed"
        )
    if len(packed) > BLOCK_MAX:
        return ValueError(
            f"headers of {len(packed)} bytes: at most {BLOCK_MAX}"
        )
    for name, value in fields:
        if not _NAME.fullmatch(name):
            return ValueError(f"no name for a header: {name!r}")
        if not _VALUE.fullmatch(value):
            return ValueError(f"header {name!r} has control characters")
    if status is None or STATUS_MIN <= status <= STATUS_MAX:
        return None
    return ValueError(f"no status for this: {status}")


def check(status: int, packed: bytes) -> None:
    """Raise ValueError for a head that cannot be sent.

    The core finds that out itself, but only when it sends the head: the
    application may not see the exception then.
    """
    good = STATUS_MIN <= status <= STATUS_MAX
    if good and packed in _checked:
        return
    good = good and _BLOCK.fullmatch(packed) is not None
    if not good and (error := fault(status, packed)):
        raise error
    if len(_checked) == _CHECKED_MAX:
        _checked.clear()
    if len(packed) <= _CHECKED_LENGTH:
        _checked.add(packed)
