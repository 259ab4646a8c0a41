# SPDX-License-Identifier: Apache-2.0
"""Sets the process up as old CGI code expects it, for one request."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import TYPE_CHECKING

from ._cgi_output import CgiOutput
from ._headers import split
from ._request import CGI
from ._stdio import flush

if TYPE_CHECKING:
    from typing import BinaryIO

    from ._request import Request

_BUFFER = 64 * 1024
# O_PATH suffices for chdir() and needs only the right to enter a directory.
_PLACE = getattr(os, "O_PATH", os.O_RDONLY)

Variables = dict[bytes, bytes]


def _restore_environ(wanted: Variables) -> None:
    """Set the whole environment, also for C code and child processes."""
    for name in set(os.environb) - wanted.keys():
        del os.environb[name]
    for name, value in wanted.items():
        if os.environb.get(name) != value:
            os.environb[name] = value


def _body(request: Request, variables: Variables) -> BinaryIO:
    """Return the body; add CONTENT_LENGTH if the length is unknown.

    Then there are no chunks any more, and no Transfer-Encoding.
    """
    body = request.body
    if b"CONTENT_LENGTH" in variables:
        return body
    if b"HTTP_TRANSFER_ENCODING" not in variables and not body.peek(1):
        return body
    from tempfile import TemporaryFile  # noqa: PLC0415 (slow, seldom needed)

    file = TemporaryFile()  # noqa: SIM115 (closed with sys.stdin)
    shutil.copyfileobj(body, file, _BUFFER)
    variables[b"CONTENT_LENGTH"] = b"%d" % file.tell()
    for environment in variables, os.environb:
        environment.pop(b"HTTP_TRANSFER_ENCODING", None)
    file.seek(0)
    return file


def _text(stream: BinaryIO, model: object) -> io.TextIOWrapper:
    """Return stream as a text stream with the encoding of model.

    A script may have put an object there that has no encoding.
    """
    names = [getattr(model, name, None) for name in ("encoding", "errors")]
    encoding, errors = (name if type(name) is str else None for name in names)
    return io.TextIOWrapper(stream, encoding=encoding, errors=errors)


class CgiProcess:
    """The state of this process that a request replaces, and restores.

    For each request: begin(), then finish() or drop(), then restore().
    """

    def __init__(self) -> None:
        """Save the state of the process."""
        self._home = os.open(".", _PLACE)
        self._program = sys.argv[0]
        self._stdin, self._stdout = sys.stdin, sys.stdout
        self._environ = dict(os.environb)
        self._output: CgiOutput | None = None
        # Streams of the request. The end of one would close what is below it,
        # on which a script may have put another.
        self._kept: list[object] = []

    def begin(self, request: Request) -> None:
        """Set the process up for the request."""
        request._flags |= CGI  # noqa: SLF001 (only CGI emulation sets it)
        variables = dict(split(request._variables()))  # noqa: SLF001
        output = self._output = CgiOutput(request)
        buffer = io.BufferedWriter(output, _BUFFER)
        sys.stdout = _text(buffer, self._stdout)
        self._kept += [sys.stdout, buffer]
        sys.stdin = _text(_body(request, variables), self._stdin)
        self._kept.append(sys.stdin)
        for name, value in variables.items():
            if self._environ.get(name) != value:
                os.environb[name] = value
        script = variables.get(b"SCRIPT_FILENAME")
        if script:
            sys.argv[0] = os.fsdecode(script)
            os.chdir(os.path.dirname(script))  # noqa: PTH120 (faster)

    def finish(self) -> None:
        """Send what was printed and not yet sent."""
        if self._output is None:
            return
        self._output.hold()
        for stream in (sys.stdout, *self._kept):
            flush(stream)
        self._output.finish()

    def drop(self) -> None:
        """Discard what was printed and not yet sent."""
        if self._output is not None:
            self._output.drop()

    def restore(self) -> None:
        """Restore the state of the process."""
        sys.stdin, sys.stdout = self._stdin, self._stdout
        self._kept.clear()
        sys.argv[0] = self._program
        _restore_environ(self._environ)
        os.chdir(self._home)
