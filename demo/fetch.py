# SPDX-License-Identifier: Apache-2.0
"""fetch.py --wait URL | --check BASE: wait for a server; check its pages.

It uses only the standard library, because the demo installs no HTTP client.
"""

import hashlib
import html
import json
import re
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE = 60  # seconds; a busy machine starts an interpreter slowly


def fetch(url, data=None, method=None, headers=()):
    request = urllib.request.Request(url, data, dict(headers), method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return response.read()


def wait(url):
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return fetch(url)
        except urllib.error.HTTPError as error:
            sys.exit(f"{url}: {error}")
        except OSError as error:
            if time.monotonic() > deadline:
                sys.exit(f"{url}: {error}")
            time.sleep(0.05)


def check_index(base):
    page = fetch(base + "/").decode()
    return all(name in page for name in ("poll.rb", "upload.py"))


def check_guestbook(base):
    text = f"<b>{secrets.token_hex(8)}</b>"
    form = urllib.parse.urlencode({"name": "check", "text": text}).encode()
    page = fetch(base + "/guestbook.py", form).decode()
    return html.escape(text) in page and text not in page


def check_stream(base):
    """Check that the first line arrives before the others are written.

    A thousand take eight minutes.
    """
    endless = urllib.request.Request(base + "/stream.py?lines=1000")
    with urllib.request.urlopen(endless, timeout=PATIENCE) as response:
        first = response.readline()
    lines = fetch(base + "/stream.py?lines=2").splitlines()
    return first.endswith(b" line 0\n") and len(lines) == 2


def check_upload(base):
    data = secrets.token_bytes(1_000_000)
    page = fetch(base + "/upload.py", data, "PUT").decode()
    return f"{len(data)} bytes" in page and (
        hashlib.sha256(data).hexdigest() in page
    )


def votes(page):
    return [int(count) for count in re.findall(r"<td>(\d+)", page.decode())]


def check_poll(base):
    """Check that the CGI program and the resident one count the same votes."""
    vote = urllib.parse.urlencode({"answer": "Emacs"}).encode()
    before = votes(fetch(base + "/poll.cgi"))
    old = votes(fetch(base + "/poll.cgi", vote))
    page = fetch(base + "/poll.rb", vote)
    twice = fetch(base + "/poll.rb", vote, headers={"Cookie": "voted=yes"})
    again = fetch(base + "/poll.cgi")
    return (
        [sum(counts) - sum(before) for counts in (old, votes(page))] == [1, 2]
        and votes(page) == votes(twice) == votes(again)
        and b"has shown this page 1 times" in again
        and b"has shown this page 1 times" not in twice
    )


def check_flask(base):
    page = fetch(base + "/flask/greet/%3Cb%3E").decode()
    style = fetch(base + "/flask/static/flask.css")
    return (
        "Hello &lt;b&gt;" in page
        and 'href="/flask/greet/Ada"' in page
        and b"font-family" in style
    )


def check_sinatra(base):
    page = fetch(base + "/sinatra/greet/%3Cb%3E").decode()
    return "Hello &lt;b&gt;" in page and 'href="/sinatra/greet/Ada"' in page


def check_status(base):
    page = fetch(base + "/persist-status").decode()
    report = json.loads(fetch(base + "/persist-status?json"))
    return "guestbook.py" in page and "guestbook.py" in json.dumps(report)


def is_sent(base, path):
    try:
        fetch(base + path)
    except urllib.error.HTTPError as error:
        return error.code not in (403, 404)
    return True


def check_secret(base):
    paths = ("/.htaccess", "/flask/wsgi.py", "/sinatra/config.ru")
    return not any(is_sent(base, path) for path in paths)


def check(base):
    checks = [check_index, check_guestbook, check_stream, check_upload]
    checks += [check_poll, check_flask, check_sinatra]
    checks += [check_status, check_secret]
    failed = 0
    print(f"1..{len(checks)}")
    for number, one in enumerate(checks, 1):
        good = one(base)
        failed += not good
        name = one.__name__.replace("check_", "")
        print(f"{'ok' if good else 'not ok'} {number} - {name}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    {"--wait": wait, "--check": check}[sys.argv[1]](sys.argv[2])
