# SPDX-License-Identifier: Apache-2.0
"""The same two files behind each server of docs/recipes/cgi.md."""

import os

import pytest
import servers

import scripts

SAYS = (
    scripts.LOOP
    + """
    place = os.path.dirname(os.path.abspath(__file__))
    if request.path == "/missing":
        request.respond(404, {"Content-Type": "text/plain"}, b"mine")
    elif request.path == "/streams":
        request.start(200, {"Content-Type": "text/plain"})
        request.write(b"first\\n")
        request.flush()
        while not os.path.exists(f"{place}/go"):
            time.sleep(0.01)
        request.write(b"second\\n")
        request.finish()
    else:
        body = request.body.read()
        words = [os.getpid(), request.method, request.path, request.query]
        head = " ".join(str(word) for word in words) + "\\n"
        request.respond(200, {}, head.encode() + body)
"""
)


@pytest.fixture(params=[servers.Httpd, servers.Lighttpd, servers.Nginx])
def server(request, site):
    made = request.param(site)
    yield made.start()
    made.stop()


def test_requests_reach_one_worker(site, server):
    site.script("app", SAYS)
    first = server.get("/app.cgi/a/b?c=d")
    pid = first[1].split()[0]
    assert first == (200, pid + b" GET /a/b c=d\n")
    body = os.urandom(1 << 20)
    answer = server.get("/app.cgi/up", method="POST", body=body)
    assert answer == (200, pid + b" POST /up \n" + body)
    assert server.get("/app.cgi/missing") == (404, b"mine")


def test_a_response_streams(site, server):
    site.script("app", SAYS)
    response = server.open("/app.cgi/streams")
    assert response.readline() == b"first\n"
    site.write("go", "")
    assert response.read() == b"second\n"


def test_the_server_shows_neither_script_nor_settings(site, server):
    site.script("app", SAYS)
    for name in ["app.py", ".persist"]:
        assert server.get(f"/{name}")[0] in {403, 404}


def test_the_server_can_end(site, server):
    """It does not wait for persistd."""
    site.script("app", SAYS)
    assert server.get("/app.cgi")[0] == 200
    server.stop()
    assert len(site.persistds()) == 1
    server.start()
    assert server.get("/app.cgi")[0] == 200
