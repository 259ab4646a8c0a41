# SPDX-License-Identifier: Apache-2.0
"""A request gets from a resident worker what a plain CGI program would give,
through a real httpd."""

import base64
import gzip
import os
import pathlib
import threading
from typing import ClassVar

import pytest
import servers
from waiting import wait_for

import scripts

ECHO = (
    scripts.LOOP
    + """
    body = request.body.read()
    request.respond(200, {"Content-Type": "application/octet-stream"}, body)
"""
)

SAYS = (
    scripts.LOOP
    + """
    what = request.path
    if what == "/404":
        request.respond(404, {"X-Mine": "1"}, b"no")
    elif what == "/elsewhere":
        request.respond(302, [("Location", "/app.cgi"), ("Set-Cookie", "a=1"),
                              ("Set-Cookie", "b=2")], b"")
    elif what == "/200-with-location":
        request.respond(200, {"Location": "/secret.cgi"}, b"mine")
    elif what == "/nothing":
        request.respond(204, {}, b"")
    elif what == "/endless":
        request.start(200)
        while True:
            request.write(b"x" * 1000)
    elif what == "/short":
        request.start(200, {"Content-Length": "9"})
        request.finish()
    elif what == "/file":
        request.start(200, {"Content-Type": "text/plain"})
        with open(__file__, "rb") as file:
            request.send_file(file)
        request.finish()
    elif what == "/raises":
        raise ValueError("a reason")
    elif what == "/logs":
        request.log("one\\ntwo\\x1bthree")
        request.respond(200, {}, b"")
    else:
        text = "".join(f"{k}={v}\\n" for k, v in sorted(request.env.items()))
        request.respond(200, {"Content-Type": "text/plain"}, text.encode())
"""
)


def test_the_second_request_finds_the_worker_of_the_first(site, httpd):
    site.script("app", scripts.HELLO)
    first = httpd.get("/app.cgi")
    assert first[0] == 200
    pid = first[1].split()[0]
    assert first[1] == pid + b" 1\n"
    assert httpd.get("/app.cgi")[1] == pid + b" 2\n"


def test_bodies_arrive_whole(site, httpd):
    site.script("echo", ECHO)
    for size in [0, 1, 65536, 65537, 3 << 20]:
        body = os.urandom(size)
        assert httpd.get("/echo.cgi", method="POST", body=body) == (200, body)


def test_a_chunked_body_arrives_whole(site, httpd):
    site.script("echo", ECHO)
    body = os.urandom(200000)
    pieces = [body[i : i + 50000] for i in range(0, len(body), 50000)]
    answer = httpd.get("/echo.cgi", method="POST", body=iter(pieces))
    assert answer == (200, body)


class Inflating(servers.Httpd):
    """httpd that decodes what its clients send."""

    MODULES: ClassVar[list[str]] = [*servers.Httpd.MODULES, "deflate"]
    more = "SetInputFilter DEFLATE"


@pytest.fixture
def inflating(site):
    modules = pathlib.Path(os.environ["HTTPD_MODULES"])
    if not (modules / "mod_deflate.so").exists():
        pytest.skip("httpd has no mod_deflate")
    server = Inflating(site)
    yield server.start()
    server.stop()


def test_a_body_that_the_server_decodes_arrives_whole(site, inflating):
    """CONTENT_LENGTH is that of what the client has sent."""
    site.script("echo", ECHO)
    text = base64.b64encode(os.urandom(100_000))
    for body in [os.urandom(1000), text, os.urandom(200_000)]:
        answer = inflating.get(
            "/echo.cgi",
            method="POST",
            body=gzip.compress(body),
            headers=[("Content-Encoding", "gzip")],
        )
        assert answer == (200, body)


def test_a_chunked_body_has_a_length_in_the_end(site, httpd):
    site.script("app", SAYS)
    answer = httpd.get("/app.cgi", method="POST", body=iter([b"abc", b"de"]))
    lines = answer[1].decode().splitlines()
    assert "CONTENT_LENGTH=5" in lines
    assert not [line for line in lines if "TRANSFER_ENCODING" in line]


COUNTS = """
def application(environ, start_response):
    length = environ.get("CONTENT_LENGTH", "none")
    body = environ["wsgi.input"].read(int(length) if length != "none" else 0)
    start_response("200 OK", [("Content-Type", "text/plain")])
    said = length, environ.get("HTTP_TRANSFER_ENCODING", "none"), len(body)
    return [" ".join(map(str, said)).encode()]
"""


def test_an_application_gets_a_chunked_body_whole_or_not_at_all(site, httpd):
    def answer(**settings):
        site.set(**settings)
        pieces = iter([b"x" * 65536] * 32)
        return httpd.get("/index.cgi", method="POST", body=pieces)

    site.set(PersistApp="auto")
    site.write("app.wsgi", COUNTS)
    site.script("index", "")
    whole = (200, b"2097152 none 2097152")
    assert answer() == whole
    assert answer(PersistBuffer="1M 1M") == whole
    assert answer(PersistMaxBody="2M") == whole
    assert answer(PersistMaxBody="2097151") == (413, b"PERSIST1007\n")
    assert answer(PersistMaxBody=None, PersistBuffer="off") == (
        411,
        b"PERSIST1013\n",
    )


def test_a_body_above_the_limit_is_refused(site, httpd):
    site.set(PersistMaxBody="1K")
    site.script("echo", ECHO)
    status, page = httpd.get("/echo.cgi", method="POST", body=b"x" * 1025)
    assert (status, page) == (413, b"PERSIST1007\n")


def test_responses_are_what_the_script_says(site, httpd):
    site.script("app", SAYS)
    response = httpd.open("/app.cgi/404")
    assert (response.status, response.read()) == (404, b"no")
    assert response.headers["X-Mine"] == "1"
    response = httpd.open("/app.cgi/elsewhere")
    assert (response.status, response.headers["Location"]) == (302, "/app.cgi")
    assert response.headers.get_all("Set-Cookie") == ["a=1", "b=2"]
    assert httpd.get("/app.cgi/nothing") == (204, b"")
    assert httpd.get("/app.cgi/file") == (200, SAYS.encode())
    head = httpd.open("/app.cgi/404", method="HEAD")
    assert (head.status, head.read()) == (404, b"")
    stream = httpd.open("/app.cgi/endless", method="HEAD")
    assert (stream.status, stream.read()) == (200, b"")


def test_no_header_makes_the_server_send_another_page(site, httpd):
    site.script("app", SAYS)
    site.script("secret", scripts.HELLO)
    assert httpd.get("/app.cgi/200-with-location") == (200, b"mine")


def test_the_script_finds_the_request(site, httpd):
    site.script("app", SAYS)
    status, page = httpd.get(
        "/app.cgi/a/b?c=d", headers=[("Proxy", "evil"), ("X-My", "own")]
    )
    lines = page.decode().splitlines()
    assert status == 200
    assert "PATH_INFO=/a/b" in lines
    assert "QUERY_STRING=c=d" in lines
    assert "HTTP_X_MY=own" in lines
    assert f"SCRIPT_FILENAME={site.web}/app.py" in lines
    assert not [line for line in lines if line.startswith("HTTP_PROXY")]


def test_faults_are_in_the_servers_log(site, httpd):
    site.script("app", SAYS)
    status, page = httpd.get("/app.cgi/raises")
    assert status == 500
    assert b"a reason" not in page
    assert httpd.get("/app.cgi/logs")[0] == 200
    assert httpd.get("/app.cgi/short") == (502, b"PERSIST4004\n")
    # httpd may write what a program has said after its response.
    for text in [
        "ValueError: a reason",
        "two?three",
        "PERSIST4004: script sent another length",
    ]:
        wait_for(lambda text=text: text in httpd.error_log.read_text(), text)


def test_requests_run_in_parallel(site, httpd):
    site.script("app", scripts.WAITS)
    answers = []

    def ask(name):
        answers.append(httpd.get(f"/app.cgi?{name}"))

    threads = [threading.Thread(target=ask, args=[i]) for i in range(3)]
    for thread in threads:
        thread.start()
    wait = [site.web / f"began.{i}" for i in range(3)]
    site.wait_for_files(wait)
    site.write("go", "")
    for thread in threads:
        thread.join()
    assert [status for status, _ in answers] == [200] * 3
    assert len({body for _, body in answers}) == 3


def test_a_changed_script_serves_the_next_request(site, httpd):
    site.script("app", scripts.HELLO)
    assert httpd.get("/app.cgi")[0] == 200
    site.write("app.py", scripts.HELLO.replace("{count}", "new"), 0o755)
    assert httpd.get("/app.cgi")[1].endswith(b" new\n")


def test_a_wsgi_application_runs_unchanged(site, httpd):
    site.set(PersistApp="auto")
    site.write(
        "app.wsgi",
        "import os\n"
        "def application(environ, start_response):\n"
        "    start_response('200 OK', [('Content-Type', 'text/plain')])\n"
        "    return [environ['PATH_INFO'].encode(), b' %d' % os.getpid()]\n",
    )
    site.script("index", "")
    first = httpd.get("/index.cgi/a/b")
    assert (first[0], first[1].split()[0]) == (200, b"/a/b")
    assert httpd.get("/index.cgi/a/b") == first
