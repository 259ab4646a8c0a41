# SPDX-License-Identifier: Apache-2.0
"""The loop for old CGI code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Callable, overload

from ._cgi_process import CgiProcess
from ._iterator import Requests
from ._loop import after_requests, serve
from ._request import interruptible
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
            if is_child():  # its parent answers
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
    """An iterator; the process stands for each request until the next."""

    def __init__(self) -> None:
        """Not for scripts: each_cgi() makes it."""
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
    """Let old CGI code answer requests until the worker shall end.

    While it runs, the process stands for one request, as RFC 3875 has it:
    os.environ holds the variables (decoded as os.fsdecode() does) above what
    was there, sys.stdin the body (text above .buffer), sys.argv[0] the script;
    the working directory is the script's. A body of unknown length is kept in a
    file first and gets a CONTENT_LENGTH. What is printed to sys.stdout is the
    response: header lines, which end with LF or CRLF, an empty line, the body.
    Status, and Location with or without it, mean what they mean in CGI. After
    the headers, sys.stdout.flush() sends what there is. What children and C
    code write to descriptor 1 goes to the error log.

    With a handler: call it, without arguments, for each request. sys.exit()
    ends the request; another exception answers it with 500, or aborts it when
    its headers are out. Returns None at the end.

    Without: return an iterator. It gives each Request, for those who want
    cancelled, time_left or after_response of it. sys.exit() ends the worker
    there, after the response.

    clones is that of each_request(). RuntimeError on a second call, or one
    after each_request().
    """
    source.enter(1, after_requests(clones))
    if handler is None:
        return CgiRequests()
    serve(_Answer(handler))
    return None
