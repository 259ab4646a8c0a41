# SPDX-License-Identifier: Apache-2.0
"""The scope of an ASGI connection, made from the CGI variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from ._request import Request

Scope = dict[str, Any]

# From 2.4 on, Starlette does not wait for the disconnect while it streams, and
# runs no background task behind a stream whose client has left.
VERSIONS = {"version": "3.0", "spec_version": "2.3"}
_YES = ("on", "1", "yes")
_NAMES_MAX = 500
_EXTENSIONS: dict[str, dict[str, Any]] = {
    "http.response.zerocopysend": {},
    "http.response.early_hint": {},
}


class _Names(dict[str, bytes]):
    """The header that each CGI variable holds; b"" where it holds none.

    Clients choose the names, so only so many are remembered.
    """

    def __missing__(self, variable: str) -> bytes:
        """Make the name that a header has in ASGI."""
        name = b""
        if variable.startswith("HTTP_"):
            name = _raw(variable[5:]).lower().replace(b"_", b"-")
        if len(self) < _NAMES_MAX:
            self[variable] = name
        return name


_names = _Names(
    {"CONTENT_TYPE": b"content-type", "CONTENT_LENGTH": b"content-length"}
)


def _raw(text: str) -> bytes:
    return text.encode("latin-1")


def _decoded(text: str) -> str:
    """Return a part of the URL, which is UTF-8, from a variable's value."""
    return _raw(text).decode("utf-8", "replace")


def _scheme(variables: dict[str, str]) -> str:
    """Return the scheme; HTTPS counts first, for a proxy that ends TLS."""
    said = variables.get("HTTPS")
    if said is not None:
        return "https" if said.lower() in _YES else "http"
    return variables.get("REQUEST_SCHEME", "http")


def _address(host: str | None, port: str | None) -> tuple[str, int] | None:
    if not host:
        return None
    return host, int(port) if port and port.isdecimal() else 0


def _is_error_page(variables: dict[str, str]) -> bool:
    """Whether httpd asks for an ErrorDocument.

    REQUEST_URI then names what it has refused.
    """
    return variables.get("REDIRECT_STATUS", "")[:1] in {"4", "5"}


def _raw_path(variables: dict[str, str], path: str) -> bytes:
    """Return the path as the client sent it.

    A request's target may also be a whole URL (RFC 9112, 3.2.2).
    """
    target = variables.get("REQUEST_URI", "").partition("?")[0]
    if _is_error_page(variables):
        return quote(path).encode("ascii")
    if target.startswith("/"):
        return _raw(target)
    if "://" in target:
        return _raw("/" + target.partition("://")[2].partition("/")[2])
    return quote(path).encode("ascii")


def parts_of(variables: dict[str, str]) -> Scope:
    """Return what the scope of a request has of its variables.

    path begins with root_path, as the specification has it now. Bytes that are
    not UTF-8 become U+FFFD. Values of a header that came several times are
    joined, as httpd does it.
    """
    get = variables.get
    root = get("SCRIPT_NAME", "")
    path = root + get("PATH_INFO", "") or "/"
    if not path.isascii():
        root, path = _decoded(root), _decoded(path)
    version = get("SERVER_PROTOCOL", "HTTP/1.1")[5:]
    return {
        "type": "http",
        "http_version": "2" if version.startswith("2") else version,
        "method": get("REQUEST_METHOD", "GET").upper(),
        "scheme": _scheme(variables),
        "path": path,
        "raw_path": _raw_path(variables, path),
        "query_string": _raw(get("QUERY_STRING", "")),
        "root_path": root,
        "headers": [
            (name, value.encode("latin-1"))
            for variable, value in variables.items()
            if (name := _names[variable])
        ],
        "client": _address(get("REMOTE_ADDR"), get("REMOTE_PORT")),
        "server": _address(get("SERVER_NAME"), get("SERVER_PORT")),
    }


class Offer:
    """What a scope offers besides the request, the same for each of them."""

    def __init__(self, state: dict[str, Any], *, pathsend: bool) -> None:
        """Offer the state of the lifespan, and extensions."""
        self._state = state
        self._extensions = _EXTENSIONS.copy()
        if pathsend:
            self._extensions["http.response.pathsend"] = {}
        self._extensions_2 = {**self._extensions, "http.response.trailers": {}}

    def scope_of(self, request: Request) -> Scope:
        """Return the scope of a request."""
        scope = request._usual_scope() or parts_of(request.env)
        is_2 = scope["http_version"] == "2"
        extensions = self._extensions_2 if is_2 else self._extensions
        scope["asgi"] = VERSIONS.copy()
        scope["extensions"] = extensions.copy()
        scope["state"] = self._state.copy()
        return scope
