# SPDX-License-Identifier: Apache-2.0
"""wsgi.file_wrapper: the body is a file, which httpd reads itself."""

from __future__ import annotations

import contextlib
import io
import os
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_WRAPPERS = 4  # File of Django, NamedTemporaryFile, and what is in them
_PLAIN = (io.FileIO, io.BufferedReader, io.BufferedRandom)


class Part(NamedTuple):
    """What send_file() takes: the rest of an open regular file."""

    file: io.FileIO | io.BufferedReader | io.BufferedRandom
    offset: int
    length: int


def _passes_on(file: object, inner: object) -> bool:
    """Return whether a read of file is one of inner.

    A wrapper may also decrypt, count or limit what it reads.
    """
    read = getattr(file, "read", None)
    return getattr(inner, "read", None) in (
        read,
        getattr(read, "__wrapped__", read),  # of NamedTemporaryFile
    )


def _inner(file: object) -> object:
    """Return the file of the standard library behind the wrappers."""
    for _ in range(_WRAPPERS):
        inner = getattr(file, "file", None)
        if not _passes_on(file, inner):
            break
        file = inner
    return file


def _descriptor(file: Any) -> int | None:  # noqa: ANN401 (any object)
    """Return the descriptor if the file's bytes are those behind it.

    GzipFile, for one, also has a fileno(), but of the compressed bytes.
    """
    raw = getattr(file, "raw", file)
    if type(file) not in _PLAIN or type(raw) is not io.FileIO:
        return None
    number: int = raw.fileno()
    return number


class FileWrapper:
    """An iterable over a file-like object, in blocks."""

    def __init__(self, filelike: Any, block_size: int = 8192) -> None:  # noqa: ANN401 (PEP 3333)
        """Wrap an object with read(), and perhaps close()."""
        self.filelike = filelike
        self.block_size = block_size
        if hasattr(filelike, "close"):
            self.close = filelike.close

    def __iter__(self) -> Iterator[bytes]:
        """Return itself."""
        return self

    def __next__(self) -> bytes:
        """Return the next block."""
        data: bytes = self.filelike.read(self.block_size)
        if data:
            return data
        raise StopIteration

    def part(self) -> Part | None:
        """Return the rest of the file; None if it must be read here.

        Files of /proc have a size of 0, and bytes nevertheless.
        """
        with contextlib.suppress(OSError, ValueError):
            file: Any = _inner(self.filelike)
            number = _descriptor(file)
            if number is not None:
                about = os.fstat(number)
                if stat.S_ISREG(about.st_mode) and about.st_size > 0:
                    offset = file.tell()
                    return Part(file, offset, max(about.st_size - offset, 0))
        return None
