# SPDX-License-Identifier: Apache-2.0
"""docs/recipes/cgi.md, as the page says: its commands put two files into a web
directory, and each of its servers has the page's configuration."""

import os
import subprocess

import recipe

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


def deploy(site):
    """The commands of the page, in a home where persist-cgi is installed."""
    installed = site.top / "persist/libexec"
    installed.mkdir(parents=True, exist_ok=True)
    (installed / "mod_persist").symlink_to(site.programs)
    site.write("app.py", SAYS)
    subprocess.run(
        ["sh", "-e", "-c", recipe.block("Two files", "sh")],
        cwd=site.web,
        env={**os.environ, "HOME": str(site.top)},
        check=True,
    )


def test_requests_reach_one_worker(site, server):
    deploy(site)
    first = server.get("/app.cgi/a/b?c=d")
    pid = first[1].split()[0]
    assert first == (200, pid + b" GET /a/b c=d\n")
    body = os.urandom(1 << 20)
    answer = server.get("/app.cgi/up", method="POST", body=body)
    assert answer == (200, pid + b" POST /up \n" + body)
    assert server.get("/app.cgi/missing") == (404, b"mine")


def test_a_response_streams(site, server):
    deploy(site)
    response = server.open("/app.cgi/streams")
    assert response.readline() == b"first\n"
    site.write("go", "")
    assert response.read() == b"second\n"


def test_the_server_shows_neither_script_nor_settings(site, server):
    deploy(site)
    endings = ["rb", "pl", "scm", "lua", "pyc", "wsgi", "asgi", "ru"]
    hidden = ["app.py", ".persist", ".env", *(f"x.{x}" for x in endings)]
    for name in hidden:
        if not (site.web / name).exists():
            site.write(name, "secret")
    for name in hidden:
        for path in [
            f"/{name}",
            f"/{name}/more",
            f"/%{ord(name[0]):x}{name[1:]}",
        ]:
            assert server.get(path)[0] in {403, 404}, path


def test_the_server_can_end(site, server):
    """It does not wait for persistd."""
    deploy(site)
    assert server.get("/app.cgi")[0] == 200
    server.stop()
    assert len(site.persistds()) == 1
    server.start()
    assert server.get("/app.cgi")[0] == 200
