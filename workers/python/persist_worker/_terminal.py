# SPDX-License-Identifier: Apache-2.0
"""The script in a terminal: the arguments describe a request, as for curl."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from http import HTTPStatus
from pathlib import Path
from urllib.parse import unquote_to_bytes

from ._backend import core as _core
from ._headers import has, split
from ._orders import ORDERS, obey
from ._plain import Plain, PlainRequest
from ._plain_output import Output, fields, status_line

_FORM = "application/x-www-form-urlencoded"
_NO_PREFIX = {"CONTENT_TYPE", "CONTENT_LENGTH"}


def _path(text: str) -> str:
    if text and text[0] not in "/?":
        raise argparse.ArgumentTypeError("PATH begins with / or ?")
    return text


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        raise argparse.ArgumentTypeError("a header is 'NAME: VALUE'")
    return name.strip(), value.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description="Answers one request, as it would behind httpd. "
        "PATH is what follows the script's name in the URL.",
        epilog=f"Or, first of all, one of {', '.join(ORDERS)}: as persistctl "
        "does it with this script.",
    )
    add = parser.add_argument
    add("--get", metavar="PATH", type=_path)
    add("--head", metavar="PATH", type=_path, help="print the head only")
    add("--post", metavar="PATH", type=_path, help="with stdin as the body")
    add("--method", metavar="M", help="with PATH: any other method")
    add("path", metavar="PATH", type=_path, nargs="?")
    add("--data", metavar="FILE", help="the request's body; - is stdin")
    add(
        "--header",
        metavar="'N: V'",
        type=_header,
        action="append",
        default=[],
        help="a header of the request; may be repeated",
    )
    add(
        "--check",
        action="store_true",
        help="print the SDK's version, once the script has loaded",
    )
    add("-i", "--include", action="store_true", help="print the head as well")
    return parser


class Arguments:
    """The request that the command line describes."""

    def __init__(self, note: str) -> None:
        """Parse the command line; exit with 2 for an error, 0 after --help."""
        parser = _parser()
        given = parser.parse_args()
        if given.check:
            line = f"persist_worker {_core.version()} in {sys.executable}\n"
            sys.stdout.write(line)
            sys.exit(0)
        asked = [
            (method, path)
            for method, path in (
                ("GET", given.get),
                ("HEAD", given.head),
                ("POST", given.post),
                (given.method or "GET", given.path),
            )
            if path is not None
        ]
        if len(asked) != 1 or (given.method and given.path is None):
            parser.error(note or "give one PATH, as in --get /")
        self.method, self.path = asked[0]
        self.headers: list[tuple[str, str]] = given.header
        self.include: bool = given.include or self.method == "HEAD"
        self.data: int | None = None
        data = given.data or ("-" if given.post is not None else None)
        if data is not None:
            self.data = self._open(parser, data)

    @staticmethod
    def _open(parser: argparse.ArgumentParser, name: str) -> int:
        try:
            return os.dup(0) if name == "-" else os.open(name, os.O_RDONLY)
        except OSError as error:
            parser.error(f"{name}: {error.strerror}")

    def variables(self) -> dict[bytes, bytes]:
        """Return the CGI variables (RFC 3875, 4.1) of this request."""
        script = Path(sys.argv[0]).resolve()
        mount = os.environ.get("SCRIPT_NAME", f"/{script.name}")
        path, _, query = self.path.partition("?")
        found = {
            "GATEWAY_INTERFACE": "CGI/1.1",
            "SERVER_SOFTWARE": "persist-worker",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            "REQUEST_METHOD": self.method,
            "REQUEST_SCHEME": "http",
            "REQUEST_URI": mount + self.path,
            "QUERY_STRING": query,
            "DOCUMENT_ROOT": str(script.parent),
            "SCRIPT_FILENAME": str(script),
            "SCRIPT_NAME": mount,
            "HTTP_HOST": "localhost",
            **self._of_body(),
            **self._of_headers(),
        }
        named = {
            name.encode(): os.fsencode(text) for name, text in found.items()
        }
        if path:
            named[b"PATH_INFO"] = unquote_to_bytes(os.fsencode(path))
        return named

    def _of_body(self) -> dict[str, str]:
        if self.data is None:
            return {}
        about = os.fstat(self.data)
        if not stat.S_ISREG(about.st_mode):
            return {"CONTENT_TYPE": _FORM, "HTTP_TRANSFER_ENCODING": "chunked"}
        length = about.st_size - os.lseek(self.data, 0, os.SEEK_CUR)
        return {"CONTENT_TYPE": _FORM, "CONTENT_LENGTH": str(max(length, 0))}

    def _of_headers(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in self.headers:
            key = name.upper().replace("-", "_")
            key = key if key in _NO_PREFIX else f"HTTP_{key}"
            found[key] = f"{found[key]}, {value}" if key in found else value
        return found


class TerminalOutput(Output):
    """The body, with the HTTP head before it if include is set."""

    def __init__(self, fd: int, *, include: bool) -> None:
        """Write to this descriptor."""
        super().__init__(fd)
        self._include = include

    def head(self, status: int, packed: bytes, *, cgi: bool) -> bytes:
        """Return the head as text, or b"" without include."""
        if not self._include:
            return b""
        found = split(packed)
        if cgi and has(found, b"location") and not has(found, b"status"):
            status = HTTPStatus.FOUND
        lines = [b"HTTP/1.1 %b\r\n" % status_line(status, packed)]
        lines += (b"%s: %s\r\n" % field for field in fields(packed, cgi=False))
        return b"".join(lines) + b"\r\n"


class Terminal(Plain):
    """The source of the one request of the command line."""

    def __init__(self, note: str) -> None:
        """Keep a note for the usage: why this process is not a worker."""
        super().__init__()
        self._note = note

    def enter(self, threads: int, clones: int | None) -> int:
        """Parse the command line; exit if it describes no request."""
        if not self._note:
            obey()
        self._arguments = Arguments(self._note)
        return super().enter(threads, clones)

    def _request(self, body: int, output: int) -> PlainRequest:
        """Make the request, with the file of --data as its body."""
        given = self._arguments
        variables = given.variables()
        if given.data is not None:
            os.dup2(given.data, body, inheritable=False)
            os.close(given.data)
        out = TerminalOutput(output, include=given.include)
        return PlainRequest(variables, body, out)
