# SPDX-License-Identifier: Apache-2.0
"""The loop for old CGI code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Callable, overload

from ._cgi_process import CgiProcess
from ._interruptible import interruptible
from ._iterator import Requests
from ._loop import after_requests, serve
from ._way import is_child, source

if TYPE_CHECKING:
    from ._request import Request

Program = Callable[[], object]


class _Answer:
    """Old CGI code as a handler of requests."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._process = CgiProcess()

    def __call__(self, request: Request) -> None:
        try:
            self._process.begin(request)
            interruptible(request, self._run)
            if is_child():  # the parent sends the response
                self._process.drop()
            self._process.finish()
        except BaseException:
            self._process.drop()
            raise
        finally:
            self._process.restore()

    def _run(self) -> None:
        try:
            self._program()
        except SystemExit as end:
            if is_child():
                raise
            if isinstance(end.code, str):  # as the interpreter does
                sys.stderr.write(end.code + "\n")


class CgiRequests(Requests):
    """Iterates over requests; the process is set up for the current one."""

    def __init__(self) -> None:
        """Create the iterator; scripts call each_cgi() instead."""
        super().__init__()
        self._process = CgiProcess()

    def _opened(self, request: Request) -> bool:
        try:
            self._process.begin(request)
        except Exception as error:  # noqa: BLE001 (answered, as a handler's)
            self._fail(error)
            return False
        return True

    def _closing(self, request: Request) -> None:
        try:
            self._process.finish()
        except Exception as error:  # noqa: BLE001 (answered, as a handler's)
            request._fail(error)  # noqa: SLF001
        finally:
            self._process.restore()

    def _drop(self) -> None:
        self._process.drop()


@overload
def each_cgi(handler: Program, *, clones: bool | int = False) -> None: ...


@overload
def each_cgi(
    handler: None = None, *, clones: bool | int = False
) -> CgiRequests: ...


def each_cgi(
    handler: Program | None = None, *, clones: bool | int = False
) -> CgiRequests | None:
    """Let old CGI code answer requests until the worker must end.

    While the code runs, the process is set up for one request, as in RFC 3875:
    os.environ has the variables (decoded as by os.fsdecode()) in addition to
    those that were there, sys.stdin is the body (text on top of .buffer),
    sys.argv[0] is the script, and the working directory is the script's. A body
    of unknown length is gathered first, and has a CONTENT_LENGTH. What
    the code prints to sys.stdout is the response: header lines, which end with
    LF or CRLF, an empty line, and the body. Status, and Location with or
    without it, work as in CGI. After the headers, sys.stdout.flush() sends what
    was printed. What child processes and C code write to descriptor 1 goes to
    the error log.

    With a handler: call it without arguments for each request. sys.exit() ends
    the request. Another exception is answered with 500, or aborts the response
    if its headers have been sent. Returns None at the end.

    Without a handler: return an iterator over the requests. Each is a Request,
    with cancelled, time_left and after_response. There sys.exit() ends the
    worker after the response.

    clones works as in each_request(). Raises RuntimeError on a second call, or
    after each_request().
    """
    source.by_length()
    source.enter(1, after_requests(clones))
    if handler is None:
        return CgiRequests()
    serve(_Answer(handler))
    return None
