# SPDX-License-Identifier: Apache-2.0
"""The environ of WSGI (PEP 3333): the CGI variables, and the wsgi.* entries."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ._wsgi_file import FileWrapper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._request import Request

Environ = dict[str, Any]

_YES = ("on", "1", "yes")
# Variables that wsgiref always sets, and httpd only if they are not empty: an
# application may take them by environ[name].
_ALWAYS = dict.fromkeys(
    ("PATH_INFO", "QUERY_STRING", "REMOTE_HOST", "SCRIPT_NAME"), ""
)


class Input:
    """wsgi.input: the request's body, which is opened when it is first read.

    Frameworks ask for its methods in each request, and call them in few.
    """

    __slots__ = ("_request",)

    def __init__(self, request: Request) -> None:
        """Wait for the first use."""
        self._request = request

    def read(self, size: int | None = -1, /) -> bytes:
        """Return so many bytes, or fewer at the end of the body; -1: all."""
        return self._request.body.read(size)

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the rest of the line, or so many bytes of it."""
        return self._request.body.readline(size)

    def readlines(self, hint: int = -1, /) -> list[bytes]:
        """Return the lines up to the end, or about so many bytes of them."""
        return self._request.body.readlines(hint)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (as of the body)
        """Return what else io.BufferedReader has."""
        return getattr(self._request.body, name)

    def __iter__(self) -> Iterator[bytes]:
        """Iterate over the lines of the body."""
        return iter(self._request.body)


def constants(threads: int, *, once: bool) -> Environ:
    """Return what is the same in each environ.

    What is printed to sys.stderr has the id of the request in httpd's error
    log. input_terminated: the end of the body is that of wsgi.input, with or
    without CONTENT_LENGTH.
    """
    return {
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": threads > 1,
        "wsgi.multiprocess": True,
        "wsgi.run_once": once,
        "wsgi.file_wrapper": FileWrapper,
        "wsgi.input_terminated": True,
    }


def _is_https(variables: dict[str, str]) -> bool:
    """Return whether the client speaks TLS.

    HTTPS counts first: SetEnvIf sets it where a proxy ends TLS.
    """
    said = variables.get("HTTPS")
    if said is not None:
        return said.lower() in _YES
    return variables.get("REQUEST_SCHEME") == "https"


def environ_of(variables: dict[str, str], fixed: Environ) -> Environ:
    """Return the environ of a request with these CGI variables."""
    environ = {**_ALWAYS, **variables, **fixed}
    if _is_https(variables):
        environ["wsgi.url_scheme"] = "https"
    return environ
