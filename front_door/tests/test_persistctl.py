# SPDX-License-Identifier: Apache-2.0
"""persistctl, and ./app.py, work with a user's own persistd as with httpd's."""

import os
import shutil
import struct
import subprocess
import sys
import threading

from site_of_tests import BUILD, HERE, default_of_us
from waiting import wait_for

import scripts

PROGRAM = BUILD / "persistctl/persistctl"


def persistctl(site, *words):
    return run(site, PROGRAM, *words, "--runtime-dir", site.runtime)


def run(site, *command, **variables):
    """As its owner, from a terminal."""
    tools = {
        "PERSIST_CGI": site.programs / "persist-cgi",
        "PERSISTCTL": PROGRAM,
    }
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={**os.environ, **tools, **variables},
        check=False,
    )


def test_it_shows_and_orders(site):
    site.script("app", scripts.HELLO)
    pid = site.body("app").split()[0]
    app = site.web / "app.py"
    assert persistctl(site, "pid", app).stdout == f"{pid}\n"
    assert str(app) in persistctl(site, "status").stdout
    assert persistctl(site, "restart", app).returncode == 0
    assert site.body("app").split()[0] != pid


def test_it_shows_what_a_script_has_printed_and_logged(site):
    """The server's error log may be closed to its owner."""
    site.script(
        "app",
        scripts.LOOP
        + """
    print("printed, too", flush=True)
    request.log("a debugged line", 7)
    if request.query == "die":
        os._exit(3)
    request.respond(200, {}, b"")
""",
    )
    site.run("app")
    site.run("app", QUERY_STRING="die", REQUEST_METHOD="POST")
    shown = wait_for(
        lambda: (
            "fault   [" in (got := persistctl(site, "log", site.web).stdout)
            and got
        ),
        "the fault of the request",
    )
    assert shown.startswith(f"==> {site.web / 'app.py'} <==")
    assert "printed, too" in shown and "a debugged line" in shown
    (fault,) = [x for x in shown.splitlines() if "fault   [" in x]
    assert "PERSIST4001: " in fault


def test_a_stopped_script_is_refused_until_it_is_started(site):
    """A request keeps persistd until there is the stopped script to keep it."""
    site.set(PersistOwnTimeout="1s")
    site.script("app", scripts.HELLO)
    site.script("other", scripts.WAITS)
    keeper = threading.Thread(
        target=site.run, args=["other"], kwargs={"QUERY_STRING": "a"}
    )
    keeper.start()
    site.wait_for_files([site.web / "began.a"])
    site.body("app")
    app = site.web / "app.py"
    assert persistctl(site, "stop", app).returncode == 0
    site.write("go", "")
    keeper.join()
    done = site.run("app")
    assert b"Status: 503" in done.stdout
    assert b"PERSIST3006" in done.stderr
    site.wait_for_look(1)
    assert b"Status: 503" in site.run("app").stdout
    assert site.body("other")
    assert persistctl(site, "start", app).returncode == 0
    assert site.body("app")


def test_stop_alone_ends_persistd(site):
    site.script("app", scripts.HELLO)
    first = site.body("app")
    done = persistctl(site, "stop")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(": stopped\n")
    assert not site.persistds()
    assert "told by persistctl" in site.log()
    assert persistctl(site, "stop").stdout.startswith("no persistd of your own")
    assert site.body("app") != first


def test_another_user_cannot_stop_it(site, other_user):
    site.script("app", scripts.HELLO)
    site.body("app")
    command = [str(BUILD / "persistctl/persistctl"), "stop", "--runtime-dir"]
    command.append(str(site.runtime))
    run = "__import__('subprocess').run"
    said = other_user.tries(f"{run}({command}, capture_output=True).stdout")
    assert said.startswith(b"no persistd of your own")
    assert len(site.persistds()) == 1


def test_start_needs_no_request(site):
    site.script("app", scripts.HELLO)
    app = site.web / "app.py"
    done = persistctl(site, "start", app)
    assert (done.returncode, done.stderr) == (0, "")
    [pid] = site.persistds()
    assert persistctl(site, "pid", app).stdout.strip() in site.body("app")
    assert site.persistds() == [pid]


def test_a_folder_is_a_name(site):
    """Of its application, also for a start that comes before a request."""
    site.set(PersistApp="auto")
    shutil.copy2(site.programs / "persist-cgi", site.web / "index.cgi")
    app = site.write("app.wsgi", "def application(environ, start): pass\n")
    done = persistctl(site, "start", f"{site.web}/")
    assert (done.returncode, done.stderr) == (0, "")
    pid = persistctl(site, "pid", site.web).stdout
    assert pid == persistctl(site, "pid", app).stdout != ""
    assert persistctl(site, "restart", site.web).returncode == 0
    assert persistctl(site, "pid", site.web).stdout != pid


def test_the_script_itself_takes_orders(site):
    site.script("app", scripts.HELLO)
    app = site.web / "app.py"
    where = ["--runtime-dir", site.runtime]
    assert run(site, app, "start", *where).returncode == 0
    pid = run(site, app, "pid", *where).stdout.strip()
    assert site.body("app").split()[0] == pid
    assert str(app) in run(site, app, "status", *where).stdout
    assert run(site, app, "restart", *where).returncode == 0
    assert run(site, app, "stop", *where).returncode == 0
    assert b"Status: 503" in site.run("app").stdout


def test_arguments_of_a_query_are_no_orders(site):
    copy = site.script("app", scripts.HELLO)
    done = subprocess.run(
        [copy, "--version"],
        capture_output=True,
        env={"REQUEST_METHOD": "GET", "QUERY_STRING": "--version"},
        check=False,
    )
    assert done.stdout.startswith(b"Status: 200")


def test_it_is_found_without_options(site):
    """In the directory that persist-cgi chooses without a setting."""
    default = default_of_us()
    site.set(PersistRuntimeDir=None)
    site.script("app", scripts.HELLO)
    try:
        pid = site.body("app").split()[0]
        app = site.web / "app.py"
        assert run(site, app, "pid").stdout == f"{pid}\n"
        done = run(site, PROGRAM, "stop")
        assert done.stdout.startswith(f"{default}/")
        assert done.stdout.endswith(": stopped\n")
    finally:
        shutil.rmtree(default)


LISTENER = """
import os, socket, sys
os.umask(0)
os.makedirs(sys.argv[1], 0o755)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1] + "/new")
listener.listen()
os.rename(sys.argv[1] + "/new", sys.argv[1] + "/admin")
while True:
    sock, _ = listener.accept()
    sock.recv(4096)
    sock.sendall(bytes.fromhex(sys.argv[2]))
"""


def report(text):
    """The frame of a message REPORT (71), the last part of one."""
    body = b"\x93\x47\xc4" + bytes([len(text)]) + text + b"\x01"
    return b"\xce" + struct.pack(">I", len(body)) + body


def test_another_user_is_not_taken_for_its_persistd(site, other_user):
    """Anybody can make the directory that a user without a home would have."""
    default = default_of_us()
    instance = default / "1.0123abcd"
    program = site.write("listener.py", LISTENER)
    answer = report(b"a stranger\x27s words").hex()
    words = [sys.executable, str(program), str(instance), answer]
    popen = f"__import__('subprocess').Popen({words}, stdout=-3)"
    remove = f"__import__('shutil').rmtree('{default}')"
    assert other_user.tries(f"globals().update(it={popen})") is None
    try:
        wait_for((instance / "admin").exists, "the listener")
        where = f"persistctl: {default} is another user's"
        for words in (["status"], ["status", program], ["stop"]):
            done = run(site, PROGRAM, *words)
            assert "stranger" not in done.stdout
            assert words == ["stop"] or where in done.stderr
    finally:
        other_user.tries("(it.kill(), it.wait())")
        other_user.tries(remove)


def test_new_makes_a_folder_that_runs(site, httpd):
    """Its .htaccess is for an httpd that has never heard of mod_persist."""
    folder = site.web / "mine"
    templates = HERE.parents[1] / "persistctl/templates"
    tools = {"PERSIST_TEMPLATES": str(templates)}
    done = run(site, PROGRAM, "new", "script", folder, "--cgi", **tools)
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / ".persist").read_text() == "PersistApp app.py\n"
    assert done.stdout == (folder / "README").read_text()
    assert "/index.cgi/; httpd's configuration needs" in done.stdout
    assert "AuthConfig" in done.stdout.splitlines()[4]
    both = (site.web / ".persist").read_text() + "PersistApp app.py\n"
    (folder / ".persist").write_text(both)
    assert httpd.get("/mine/index.cgi/me") == (200, b"Hello from /me\n")
    for name in ["app.py", ".persist", "README"]:
        assert httpd.get(f"/mine/{name}")[0] == 403
    assert len(site.persistds()) == 1


def test_new_makes_nothing_where_there_is_no_persist_cgi(site):
    folder = site.web / "mine"
    tools = {
        "PERSIST_TEMPLATES": str(HERE.parents[1] / "persistctl/templates"),
        "PERSIST_CGI": str(site.top / "none"),
    }
    done = run(site, PROGRAM, "new", "script", folder, "--cgi", **tools)
    assert done.returncode == 1
    assert "none: No such file or directory" in done.stderr
    assert not folder.exists()
