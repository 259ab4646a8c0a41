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


class Input:
    """wsgi.input: the request's body, which is opened at its first use."""

    __slots__ = ("_request",)

    def __init__(self, request: Request) -> None:
        """Wait for the first use."""
        self._request = request

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (as of the body)
        """Return read(), readline(), readlines() … of the body."""
        return getattr(self._request.body, name)

    def __iter__(self) -> Iterator[bytes]:
        """Iterate over the lines of the body."""
        return iter(self._request.body)


def constants(threads: int, *, once: bool) -> Environ:
    """Return what is the same in each environ."""
    return {
        "wsgi.version": (1, 0),
        "wsgi.multithread": threads > 1,
        "wsgi.multiprocess": not once,
        "wsgi.run_once": once,
        "wsgi.file_wrapper": FileWrapper,
        "wsgi.input_terminated": True,
    }


def _scheme(variables: dict[str, str]) -> str:
    """Return http or https.

    HTTPS counts first: SetEnvIf sets it where a proxy speaks TLS to the client.
    """
    said = variables.get("HTTPS")
    if said is not None:
        return "https" if said.lower() in _YES else "http"
    return variables.get("REQUEST_SCHEME", "http")


def environ_of(request: Request, fixed: Environ) -> Environ:
    """Return the environ of a request, which may be changed."""
    variables = request.env
    return {
        **variables,
        **fixed,
        "wsgi.url_scheme": _scheme(variables),
        "wsgi.input": Input(request),
        "wsgi.errors": sys.stderr,
        "persist_worker.request": request,
    }
