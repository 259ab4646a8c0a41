# SPDX-License-Identifier: Apache-2.0
"""The scope of an ASGI connection, made from the CGI variables."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

Scope = dict[str, Any]

VERSIONS = {"version": "3.0", "spec_version": "2.4"}
_YES = (b"on", b"1", b"yes")
_NAMES_MAX = 500
_EXTENSIONS: dict[str, dict[str, Any]] = {
    "http.response.pathsend": {},
    "http.response.zerocopysend": {},
    "http.response.early_hint": {},
}
_EXTENSIONS_2 = {**_EXTENSIONS, "http.response.trailers": {}}


class _Names(dict[bytes, bytes]):
    """The header that each CGI variable holds; b"" where it holds none.

    Clients choose the names, so only so many are remembered.
    """

    def __missing__(self, variable: bytes) -> bytes:
        """Make the name that a header has in ASGI."""
        name = b""
        if variable.startswith(b"HTTP_"):
            name = variable[5:].lower().replace(b"_", b"-")
        if len(self) < _NAMES_MAX:
            self[variable] = name
        return name


_names = _Names(
    {b"CONTENT_TYPE": b"content-type", b"CONTENT_LENGTH": b"content-length"}
)


def _scheme(variables: dict[bytes, bytes]) -> str:
    """Return the scheme; HTTPS counts first, for a proxy that ends TLS."""
    said = variables.get(b"HTTPS")
    if said is not None:
        return "https" if said.lower() in _YES else "http"
    return variables.get(b"REQUEST_SCHEME", b"http").decode("latin-1")


def _address(host: bytes | None, port: bytes | None) -> tuple[str, int] | None:
    if not host:
        return None
    number = int(port) if port and port.isdigit() else 0
    return host.decode("latin-1"), number


def _raw_path(variables: dict[bytes, bytes], path: str) -> bytes:
    """Return the path as the client sent it.

    A request's target may also be a whole URL (RFC 9112, 3.2.2).
    """
    raw = variables.get(b"REQUEST_URI", b"").partition(b"?")[0]
    if raw.startswith(b"/"):
        return raw
    if b"://" in raw:
        return b"/" + raw.partition(b"://")[2].partition(b"/")[2]
    return quote(path).encode("ascii")


def scope_of(block: bytes) -> Scope:
    """Return the scope for a request with these variables.

    path begins with root_path, as the specification has it now. Bytes that are
    not UTF-8 become U+FFFD. Values of a header that came several times are
    joined, as httpd does it.
    """
    parts = iter(block.split(b"\0"))
    variables = dict(zip(parts, parts))
    get = variables.get
    root = get(b"SCRIPT_NAME", b"")
    path = (root + get(b"PATH_INFO", b"")).decode("utf-8", "replace") or "/"
    version = get(b"SERVER_PROTOCOL", b"HTTP/1.1")[5:].decode("latin-1")
    version = "2" if version.startswith("2") else version
    return {
        "type": "http",
        "asgi": VERSIONS.copy(),
        "http_version": version,
        "method": get(b"REQUEST_METHOD", b"GET").decode("latin-1").upper(),
        "scheme": _scheme(variables),
        "path": path,
        "raw_path": _raw_path(variables, path),
        "query_string": get(b"QUERY_STRING", b""),
        "root_path": root.decode("utf-8", "replace"),
        "headers": [
            (name, value)
            for variable, value in variables.items()
            if (name := _names[variable])
        ],
        "client": _address(get(b"REMOTE_ADDR"), get(b"REMOTE_PORT")),
        "server": _address(get(b"SERVER_NAME"), get(b"SERVER_PORT")),
        "extensions": (_EXTENSIONS_2 if version == "2" else _EXTENSIONS).copy(),
    }
