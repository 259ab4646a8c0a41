# SPDX-License-Identifier: Apache-2.0
"""A URL that the server refuses never reaches an application with a mount:
neither behind an error page that is a URL of the application, nor by another
spelling, behind each server with the rules of the page."""

import pytest
import servers
from test_mount import ASGI, WSGI, change_mount, said

# Rules for /shop/admin, and an error page.
DENY = {
    "apache": "<Location /shop/admin>\nRequire all denied\n</Location>\n",
    "lighttpd": '$HTTP["url"] =~ "^/shop/admin" { url.access-deny = ("") }\n',
    "nginx": "location /shop/admin { deny all; }\n",
}
PAGE = {
    "apache": "ErrorDocument 403 {}\n",
    "lighttpd": 'server.error-handler = "{}"\n',
    "nginx": "error_page 403 {};\n",
}
SPELLINGS = [
    "/shop/admin",
    "/shop/admin/users?x",
    "/shop/%61dmin/users",
    "/shop//admin/users",
    "/shop/x/../admin/users",
    "/shop/x/%2e%2e/admin/users",
    "/shop/index.cgi/admin/users",
    "/shop/index.cgi/admin/users%3fx",
    "/shop/index.cgi/x/../admin/users",
    "/shop/index.cgi//admin/users",
]
# No server divides these as another one does.
ENCODED_SLASHES = [
    "/shop/x%2f..%2fadmin",
    "/shop/x%2F%2e%2e%2Fadmin/users",
    "/shop/index.cgi/x%2f..%2fadmin",
    "/shop/%2fadmin/users",
    "/shop/admin%2fusers",
    "/shop/admin%2fx/../admin/users",
    "/shop/x%2fy/..%2f..%2fadmin",
]


# Pages, with SCRIPT_NAME and PATH_INFO: those of httpd, where no rule follows.
PAGES = {
    "/shop/sorry": "/shop|/sorry",
    "/shop/index.cgi/sorry": "/shop|/sorry",
    "/shop/index.cgi": {
        "apache": "/shop/index.cgi|",
        "lighttpd": "/shop|/",
        "nginx": "/shop|/",
    },
}


@pytest.fixture(params=[servers.Httpd, servers.Lighttpd, servers.Nginx])
def guarded(request, site):
    """Each server with a rule for /shop/admin. A test starts it."""
    made = request.param(site)
    made.more = DENY[made.kind]
    yield made
    if made.process:
        made.stop()


def start(server, more=""):
    server.more += more
    return server.start()


def path_of(answer):
    """PATH_INFO, if the application has answered."""
    words = answer[1].split(b"|")
    return words[1].decode() if len(words) > 1 else None


@pytest.mark.parametrize("page", PAGES)
def test_the_application_is_asked_for_the_page_of_an_error(site, guarded, page):
    site.shop({"app.wsgi": WSGI})
    start(guarded, PAGE[guarded.kind].format(page))
    wanted = PAGES[page]
    if page == "/shop/index.cgi":
        wanted = wanted[guarded.kind]
    assert path_of(guarded.get("/shop/cart")) == "/cart"
    for path in SPELLINGS:
        for method in ["GET", "POST", "DELETE"]:
            body = said(guarded, path, method=method)[1].decode()
            assert body.split("|")[:2] == wanted.split("|"), (method, path)


def test_the_folder_names_the_mount_of_the_page(site, guarded):
    site.shop({"app.wsgi": WSGI})
    change_mount(site, "auto")
    start(guarded, PAGE[guarded.kind].format("/shop/sorry"))
    assert said(guarded, "/shop/cart")[1].startswith(b"/shop|/cart|")
    assert said(guarded, "/shop/admin/x")[1].startswith(b"/shop|/sorry|")


def test_the_raw_path_is_that_of_the_page(site, guarded):
    site.shop({"asgi.py": ASGI})
    start(guarded, PAGE[guarded.kind].format("/shop/sorry"))
    body = said(guarded, "/shop/admin/users")[1]
    assert body == b"/shop|/sorry|/shop/sorry"


def test_a_plain_program_is_asked_for_the_page_too(site, guarded):
    """Where no persistd can be started."""
    site.shop({"app.wsgi": WSGI}, PersistRuntimeDir=site.top / "none/run")
    start(guarded, PAGE[guarded.kind].format("/shop/sorry"))
    assert path_of(guarded.get("/shop/admin/users")) == "/sorry"


def test_rules_of_the_server_hold(site, guarded):
    site.shop({"app.wsgi": WSGI})
    start(guarded)
    assert path_of(guarded.get("/shop/cart")) == "/cart"
    for path in SPELLINGS:
        assert guarded.get(path)[0] == 403, path


@pytest.mark.parametrize("setting", ["Off", "On", "NoDecode"])
def test_an_encoded_slash_leads_nowhere_else(site, guarded, setting):
    site.shop({"app.wsgi": WSGI})
    if guarded.kind == "apache":
        start(guarded, f"AllowEncodedSlashes {setting}\n")
    elif setting == "Off":
        start(guarded)
    else:
        pytest.skip("it has no such setting")
    for path in ENCODED_SLASHES:
        asked = path_of(guarded.get(path)) or ""
        assert not f"{asked}/".startswith("/admin/"), (path, asked)


@pytest.mark.parametrize("guarded", [servers.Httpd], indirect=True)
def test_httpd_keeps_encoded_slashes(site, guarded):
    """As for every CGI program, with AllowEncodedSlashes NoDecode."""
    site.shop({"app.wsgi": WSGI})
    start(guarded, "AllowEncodedSlashes NoDecode\n")
    assert path_of(guarded.get("/shop/a%2fb/c%20d")) == "/a%2fb/c d"


@pytest.mark.parametrize("guarded", [servers.Httpd], indirect=True)
def test_a_rule_of_another_folder_may_lead_to_the_page(site, guarded):
    site.shop({"app.wsgi": WSGI})
    site.write("x/.htaccess", "RewriteEngine On\nRewriteRule ^ /shop/sorry\n")
    start(guarded, PAGE["apache"].format("/x/page"))
    assert path_of(guarded.get("/shop/admin/users")) == "/sorry"
