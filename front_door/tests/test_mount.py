# SPDX-License-Identifier: Apache-2.0
"""PersistMount: applications that never show index.cgi, behind each server with
the rule of the page."""

import re
import shutil

import pytest
import servers
import site_of_tests
from waiting import wait_for

WSGI = """
from wsgiref.util import request_uri
def application(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    words = [environ["SCRIPT_NAME"], environ["PATH_INFO"], request_uri(environ)]
    start_response("200 OK", [("Content-Type", "text/plain")])
    return ["|".join(words).encode(), body]
"""
ASGI = """
async def application(scope, receive, send):
    if scope["type"] != "http":
        return
    root, path = scope["root_path"], scope["path"]
    text = f"{root}|{path[len(root):]}|{scope['raw_path'].decode()}"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": text.encode()})
"""
RACK = """
require "rack"
run lambda { |env|
  request = Rack::Request.new(env)
  words = [request.script_name, request.path_info, request.url]
  [200, { "content-type" => "text/plain" }, [words.join("|")]]
}
"""
FLASK = """
from flask import Flask, request, url_for
app = Flask(__name__)
@app.route("/cart/<name>")
def cart(name):
    words = [request.script_root, request.path, url_for("cart", name=name)]
    return "|".join(words)
application = app
"""


def said(server, path, **how):
    """The answer of an application, without the server's own address."""
    status, body = server.get(path, **how)
    return status, re.sub(rb"http://127\.0\.0\.1(:\d+)?/", b"/", body)


def change_mount(site, mount):
    text = (site.web / "shop/.persist").read_text()
    site.write("shop/.persist", f"{text}PersistMount {mount}\n")


def test_wsgi(site, server):
    site.shop({"app.wsgi": WSGI, "data.txt": "secret"})
    for path, info in [
        ("/shop/a/b?c=d", "/a/b"),
        ("/shop/a%20b", "/a b"),
        ("/shop/a/./x/../b/", "/a/b/"),
        ("/shop//a", "/a"),
        ("/shop/data.txt", "/data.txt"),
        ("/shop/", "/"),
        ("/shop/index.cgi/a", "/a"),
        ("/shop/a%3Fb%25", "/a?b%"),
    ]:
        body = said(server, path)[1]
        assert body.split(b"|")[:2] == [b"/shop", info.encode()], path
        assert b"index.cgi" not in body, path
    for name in ["app.wsgi", ".persist", ".htaccess"]:
        assert WSGI.encode() not in server.get(f"/shop/{name}")[1]
        assert b"Persist" not in server.get(f"/shop/{name}")[1]
    assert said(server, "/shop/a", method="POST", body=b"+x") == (
        200,
        b"/shop|/a|/shop/a+x",
    )
    assert said(server, "/shopx/a")[0] in {403, 404}


def test_asgi(site, server):
    site.shop({"asgi.py": ASGI})
    wanted = (200, b"/shop|/a b|/shop/a%20b")
    assert said(server, "/shop/a%20b?c") == wanted


def test_rack(site, server):
    if not shutil.which("rackup"):
        pytest.skip("Rack is not there")
    site.shop({"config.ru": RACK})
    wanted = (200, b"/shop|/a%20b|/shop/a%20b?c=d")
    assert said(server, "/shop/a%20b?c=d") == wanted


def test_url_for_of_flask(site, server):
    venv = site_of_tests.HERE.parents[1] / "build/apps-venv"
    if not (venv / "installed").exists():
        pytest.skip("scripts/setup check has not been here")
    site.shop({"app.wsgi": FLASK})
    (site.web / "shop/.venv").symlink_to(venv)
    wanted = (200, b"/shop|/cart/a b|/shop/cart/a%20b")
    assert said(server, "/shop/cart/a%20b") == wanted


def test_a_plain_program_has_it_too(site, server):
    """Where no persistd can be started."""
    site.shop({"app.wsgi": WSGI}, PersistRuntimeDir=site.top / "none/run")
    wanted = (200, b"/shop|/a|/shop/a?b")
    assert said(server, "/shop/a?b") == wanted
    assert not site.persistds()


def test_the_folder_names_the_mount(site, server):
    site.shop({"app.wsgi": WSGI})
    change_mount(site, "auto")
    assert said(server, "/shop/a?b") == (200, b"/shop|/a|/shop/a?b")


def test_a_wrong_mount_is_an_error(site, httpd):
    site.shop({"app.wsgi": WSGI})
    change_mount(site, "/shop/../x")
    assert httpd.get("/shop/a")[0] == 500
    # httpd may write it after the response.
    text = '"PersistMount" is wrong: give auto, or'
    wait_for(lambda: text in httpd.error_log.read_text(), text)


def test_httpd_can_send_static_files(site):
    site.shop({"app.wsgi": WSGI, "static/a.txt": "a"})
    server = servers.Httpd(site)
    server.start()
    rule = (site.web / "shop/.htaccess").read_text()
    pattern = r"^(?!index\.cgi$|static/)"
    site.write("shop/.htaccess", rule.replace(r"^(?!index\.cgi$)", pattern))
    assert server.get("/shop/static/a.txt") == (200, b"a")
    assert said(server, "/shop/b") == (200, b"/shop|/b|/shop/b")
    server.stop()
