# SPDX-License-Identifier: Apache-2.0
"""The process as old CGI code finds it, while it stands for one request."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import TYPE_CHECKING

from ._cgi_output import CgiOutput
from ._headers import split
from ._request import CGI

if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

    from ._request import Request

_BUFFER = 64 * 1024
# Enough for chdir(), and needs no more than the right to enter a directory.
_PLACE = getattr(os, "O_PATH", os.O_RDONLY)

Variables = dict[bytes, bytes]


def _restore_environ(wanted: Variables) -> None:
    """Let the environment be this, also for C code and children."""
    for name in set(os.environb) - wanted.keys():
        del os.environb[name]
    for name, value in wanted.items():
        if os.environb.get(name) != value:
            os.environb[name] = value


def _body(request: Request, variables: Variables) -> BinaryIO:
    """Return the body; one of unknown length gets a CONTENT_LENGTH."""
    body = request.body
    if b"CONTENT_LENGTH" in variables:
        return body
    if b"HTTP_TRANSFER_ENCODING" not in variables and not body.peek(1):
        return body
    from tempfile import TemporaryFile  # noqa: PLC0415 (slow, seldom needed)

    file = TemporaryFile()  # noqa: SIM115 (closed with sys.stdin)
    shutil.copyfileobj(body, file, _BUFFER)
    variables[b"CONTENT_LENGTH"] = b"%d" % file.tell()
    file.seek(0)
    return file


def _text(stream: BinaryIO, model: TextIO) -> io.TextIOWrapper:
    """Return the stream as text, of the same encoding as the other one."""
    encoding, errors = model.encoding, model.errors
    return io.TextIOWrapper(stream, encoding=encoding, errors=errors)


class CgiProcess:
    """What of this process stands for a request, and what it was before.

    After begin() comes finish() or drop(), and then restore().
    """

    def __init__(self) -> None:
        """Keep what the process is now."""
        self._home = os.open(".", _PLACE)
        self._program = sys.argv[0]
        self._stdin, self._stdout = sys.stdin, sys.stdout
        self._environ = dict(os.environb)
        self._output: CgiOutput | None = None

    def begin(self, request: Request) -> None:
        """Let the process stand for the request."""
        request._flags |= CGI  # noqa: SLF001 (set by what emulates CGI alone)
        variables = dict(split(request._variables()))  # noqa: SLF001
        output = self._output = CgiOutput(request)
        buffer = io.BufferedWriter(output, _BUFFER)
        self._print = sys.stdout = _text(buffer, self._stdout)
        sys.stdin = _text(_body(request, variables), self._stdin)
        for name, value in variables.items():
            if self._environ.get(name) != value:
                os.environb[name] = value
        script = variables.get(b"SCRIPT_FILENAME")
        if script:
            sys.argv[0] = os.fsdecode(script)
            os.chdir(os.path.dirname(script))  # noqa: PTH120 (faster)

    def finish(self) -> None:
        """Send what is printed and not yet sent."""
        if self._output is None:
            return
        self._output.hold()
        if not self._print.closed:
            self._print.flush()
        self._output.finish()

    def drop(self) -> None:
        """Send nothing of it."""
        if self._output is not None:
            self._output.drop()

    def restore(self) -> None:
        """Let the process be what it was."""
        sys.stdin, sys.stdout = self._stdin, self._stdout
        sys.argv[0] = self._program
        _restore_environ(self._environ)
        os.chdir(self._home)
