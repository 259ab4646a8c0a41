# SPDX-License-Identifier: Apache-2.0
"""The scope of ASGI: what it is made of, and what it offers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from conftest import CFFI, Connection, Start, Worker
from test_asgi import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Connection]:
    worker = Worker(PAGES, tmp_path)
    yield worker.data()
    worker.end()


def test_the_scope_is_made_of_the_variables(data: Connection) -> None:
    scope = json.loads(
        data.get(
            "/scope",
            REQUEST_METHOD="get",
            SCRIPT_NAME="/m\xc3\xb6unt",
            REQUEST_URI="/m%C3%B6unt/scope?a=%20b",
            QUERY_STRING="a=%20b",
            SERVER_PROTOCOL="HTTP/1.0",
            HTTPS="on",
            REQUEST_SCHEME="http",
            SERVER_NAME="www.example.org",
            SERVER_PORT="443",
            REMOTE_ADDR="192.0.2.1",
            REMOTE_PORT="12345",
            CONTENT_TYPE="text/plain",
            CONTENT_LENGTH="0",
            HTTP_X_SOME_NAME="v\xe4lue",
            HTTP_COOKIE="a=b; c=d",
        ).body
    )
    assert scope == {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.0",
        "method": "GET",
        "scheme": "https",
        "path": "/m\xf6unt/scope",
        "raw_path": "b'/m%C3%B6unt/scope'",
        "query_string": "b'a=%20b'",
        "root_path": "/m\xf6unt",
        "headers": [
            ["b'content-type'", "b'text/plain'"],
            ["b'content-length'", "b'0'"],
            ["b'x-some-name'", "b'v\\xe4lue'"],
            ["b'cookie'", "b'a=b; c=d'"],
        ],
        "client": ["192.0.2.1", 12345],
        "server": ["www.example.org", 443],
        "extensions": {
            "http.response.zerocopysend": {},
            "http.response.early_hint": {},
        },
        "state": {"number": 7},
    }


@pytest.mark.parametrize(
    ("uri", "raw"),
    [
        ("http://www.example.org/a/scope?x", "b'/a/scope'"),
        ("http://www.example.org", "b'/'"),
        ("", "b'/scope'"),
    ],
)
def test_a_raw_path_is_a_path(data: Connection, uri: str, raw: str) -> None:
    answer = data.get("/scope", REQUEST_URI=uri)
    assert json.loads(answer.body)["raw_path"] == raw


def test_http_2_has_trailers(data: Connection) -> None:
    answer = data.get("/scope", SERVER_PROTOCOL="HTTP/2.0")
    scope = json.loads(answer.body)
    assert scope["http_version"] == "2"
    assert "http.response.trailers" in scope["extensions"]


OFFERS = """
    import os
    from contextlib import suppress

    class Application:
        async def __call__(self, scope, receive, send):
            assert scope["type"] == "http"
            await send({"type": "http.response.start", "status": 200})
            body = ("http.response.pathsend" in scope["extensions"]) * b"path"
            await send({"type": "http.response.body", "body": body})

    os.environ["PERSIST_PATHSEND"] = "perhaps"
    with suppress(ValueError):
        persist_worker.serve_asgi(Application())
    os.environ["PERSIST_PATHSEND"] = "%s"
    persist_worker.serve_asgi(Application(), pathsend=%s)
"""


def test_pathsend_is_offered_to_those_who_ask(start: Start) -> None:
    for variable, argument, found in (
        ("off", None, b""),
        ("on", None, b"path"),
        ("on", False, b""),
        ("off", True, b"path"),
    ):
        worker = start(OFFERS % (variable, argument))
        assert worker.data().get().body == found, (variable, argument)


USUAL = {
    "HTTP_HOST": "example.org",
    "CONTENT_TYPE": "text/plain",
    "PATH": "/bin",
    "REMOTE_ADDR": "::1",
    "REMOTE_PORT": "51234",
    "REQUEST_SCHEME": "http",
    "SERVER_NAME": "example.org",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "QUERY_STRING": "a=\xe9",
    "REQUEST_URI": "/m/x?a=\xe9",
    "SCRIPT_NAME": "/m",
}
VARIANTS: list[dict[str, str | None]] = [
    {},
    {"PATH_INFO": None},
    {"HTTPS": "on", "SERVER_PROTOCOL": "HTTP/2.0"},
    {"SCRIPT_NAME": "", "PATH_INFO": "", "REQUEST_URI": "/"},
    {"SCRIPT_NAME": "/m\xc3\xb6"},
    {"PATH_INFO": "/\xff"},
    {"REQUEST_URI": "http://example.org/x?y"},
    {"REQUEST_METHOD": "get"},
    {"HTTPS": "off", "REMOTE_PORT": "", "SERVER_PORT": "9" * 20},
    {"SERVER_NAME": ""},
    {"REQUEST_SCHEME": "https"},
    {"HTTP_": "a", "HTTP_A": "b", "HTTP_X_\xc9": "\xe9", "HTTPX": "c"},
    {"HTTP_" + "A_B" * 30: "c", "CONTENT_LENGTH": "0"},
    {f"HTTP_X_{n}": str(n) for n in range(80)},
]


@pytest.mark.skipif(CFFI, reason="only the extension has it in C")
def test_scopes_are_the_same_in_c_and_in_python(start: Start) -> None:
    worker = start("""
        from persist_worker._asgi_scope import parts_of

        def compare(request):
            usual, parts = request._usual_scope(), parts_of(request.env)
            word = "unusual" if usual is None else str(usual == parts)
            request.respond(200, body=f"{word} {usual} {parts}".encode())
        persist_worker.each_request(compare)
    """)
    worker.ready()
    data = worker.data()
    found = [data.get("/x", **{**USUAL, **more}).body for more in VARIANTS]
    words = [body.split()[0].decode() for body in found]
    assert words == ["True"] * 4 + ["unusual"] * 6 + ["True"] * 4, found
    assert data.get("/x").body.startswith(b"unusual")


def test_scopes_share_nothing_but_the_values_of_the_state(
    data: Connection,
) -> None:
    answers = [data.get("/scope") for _ in range(2)]
    assert answers[0].body == answers[1].body
