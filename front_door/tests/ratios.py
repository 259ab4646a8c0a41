# SPDX-License-Identifier: Apache-2.0
"""ratios.py: how much faster scripts answer through persist-cgi than as plain
CGI programs, behind the same httpd with mod_cgid, from four clients. Not a
test; from a build directory,

    ./run sh -c 'PERSIST_BUILDDIR=$PWD $PYTHON ../../front_door/tests/ratios.py'

prints a table."""

import http.client
import os
import pwd
import resource
import shutil
import statistics
import sys
import threading
import time

sys.dont_write_bytecode = True
if os.geteuid() == 0:
    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)

import servers  # noqa: E402
import site_of_tests  # noqa: E402

import scripts  # noqa: E402

CLIENTS = 4
SECONDS = float(os.environ.get("SECONDS", "4"))
ROUNDS = 3

# The ancestor's two cases. The same file is run as a plain CGI program.
PYTHON = """#!/usr/bin/env python3
import os, sys, time
import persist_worker
{setup}
def dump():
    print("Content-Type: text/plain\\n")
    for name, value in sorted(os.environ.items()):
        print(f"{{name}}={{value}}")
for request in persist_worker.each_cgi():
    dump()
"""
RUBY = """#!/usr/bin/env ruby
require "cgi"
require "persist_worker"
{setup}
PersistWorker.each_cgi do |cgi|
  cgi.out("text/plain") {{ ENV.sort.map {{ |k, v| "#{{k}}=#{{v}}\\n" }}.join }}
end
"""
LANGUAGES = {
    "Python": (".py", PYTHON, "", "time.sleep(1)"),
    "Ruby": (".rb", RUBY, "", "sleep 1"),
}


def ask_for(port, path, until, counts):
    count = 0
    while time.monotonic() < until:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        client.request("GET", path)
        answer = client.getresponse()
        assert answer.status == 200, answer.read()
        assert b"SERVER_SOFTWARE" in answer.read()
        client.close()
        count += 1
    counts.append(count)


def rate(httpd, path):
    """Requests per second, after a first one."""
    assert httpd.get(path)[0] == 200
    counts = []
    began = time.monotonic()
    threads = [
        threading.Thread(
            target=ask_for, args=[httpd.port, path, began + SECONDS, counts]
        )
        for _ in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - began)


def measure(site, httpd, language, slow):
    extension, text, plain, setup = LANGUAGES[language]
    name = f"{language.lower()}{'-slow' if slow else ''}"
    text = text.format(setup=setup if slow else plain)
    site.script(name, text, extension)
    site.write(f"{name}.plain", text, 0o755)
    pairs = [
        (rate(httpd, f"/{name}.plain"), rate(httpd, f"/{name}.cgi"))
        for _ in range(ROUNDS)
    ]
    plain, resident = (statistics.median(column) for column in zip(*pairs))
    print(
        f"| {language} | {'one-second set-up' if slow else 'environment'} "
        f"| {plain:.1f} | {resident:.0f} | {resident / plain:.0f} |",
        flush=True,
    )


def cpu_of_one(site):
    """CPU of one persist-cgi, in ms, its start included."""
    site.script("cpu", scripts.HELLO)
    site.body("cpu")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(200):
        site.run("cpu")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used / 200 * 1000


def main():
    site = site_of_tests.Site()
    for name in site_of_tests.OF_THE_BUILD:
        os.environ.setdefault(name, "")
    httpd = servers.Httpd(site)
    httpd.passed = ["PYTHONPATH", "RUBYLIB", "LD_LIBRARY_PATH"]
    httpd.start()
    print("| language | case | plain CGI/s | persist-cgi/s | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for language in LANGUAGES:
        if shutil.which(language.lower()) or language == "Python":
            for slow in [False, True]:
                measure(site, httpd, language, slow)
    print(f"CPU of one persist-cgi: {cpu_of_one(site):.2f} ms")
    httpd.stop()
    site.close()


main()
