# SPDX-License-Identifier: Apache-2.0
"""What persistctl log shows of a script, and to whom."""

import contextlib
import json
import os
import pathlib
import select
import signal
import subprocess

from driver import BUILD, failing
from pywire import ANYBODY, NUDGE, SAID, STATUS
from waiting import DEADLINE, wait_for

AFTER_ALL = (1 << 64) - 1


def command(httpd, *arguments):
    program = BUILD / "persistctl/persistctl"
    return [program, "log", "--runtime-dir", httpd.runtime, *arguments]


def persistctl(httpd, *arguments):
    return subprocess.run(
        command(httpd, *arguments),
        capture_output=True,
        text=True,
        check=False,
    )


def lines(httpd, *arguments):
    done = persistctl(httpd, "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def texts(httpd, kind, *arguments):
    return [
        line["text"]
        for line in lines(httpd, *arguments)
        if line["kind"] == kind
    ]


def say(pid, text):
    """Prints as this worker."""
    pathlib.Path(f"/proc/{pid}/fd/1").write_bytes(text)


def test_printed_lines_and_starts_are_kept(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    (pid,) = httpd.wait_live(1)
    say(pid, b"\n\x1eaB3@x\x1f\n\x1eaB3@x\x1fa marked line\n")
    kept = lines(httpd, script)
    assert "" not in [line["text"] for line in kept]
    assert {line["script"] for line in kept} == {str(script)}
    assert {line["pid"] for line in kept} == {pid}
    words = [(line["kind"], line["text"]) for line in kept]
    assert words[0] == ("start", "is started")
    assert ("printed", "a stray print") in words
    assert any(
        kind == "start" and text.startswith("serves, ") for kind, text in words
    )
    last = kept[-1]
    assert (last["id"], last["text"]) == ("aB3@x", "a marked line")
    assert kept == sorted(kept, key=lambda line: line["time"])


def test_people_see_no_control_characters(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    httpd.wait_live(1)
    done = persistctl(httpd, script)
    assert done.returncode == 0 and "\x1b" not in done.stdout
    head, *rest = done.stdout.splitlines()
    assert head == f"==> {script} <=="
    assert any(line.endswith(r"and one on stderr \x1b[31m") for line in rest)


def test_a_failure_and_an_order_are_kept(httpd):
    script = httpd.script()
    failing(httpd, script, "fail")
    (fault, *_) = texts(httpd, "fault", script)
    assert "PERSIST2002" in fault and "cannot find the database" in fault
    assert "cannot find the database" in texts(httpd, "printed", script)
    httpd.order("stop", script)
    (order,) = texts(httpd, "order", script)
    assert order.endswith(f"stop, by order of uid {os.geteuid()}")


def test_a_crash_is_kept_with_the_last_words(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    say(pid, b"last words")
    os.kill(pid, 9)
    fault = wait_for(lambda: texts(httpd, "fault", script), "the crash")[0]
    assert f"PERSIST4001: pool {script}: pid {pid} was killed by" in fault
    assert "last words" in texts(httpd, "printed", script)


def test_a_folder_has_the_lines_of_its_scripts(httpd):
    for name in "one", "two":
        (httpd.top / name).mkdir()
    scripts = [httpd.script(f"{name}/app.py") for name in ("one", "two")]
    for key, script in enumerate(scripts):
        httpd.ensure(script, key=key + 1)
    httpd.wait_live(2)
    shown = lines(httpd, httpd.top / "one")
    assert {line["script"] for line in shown} == {str(scripts[0])}
    assert len({line["script"] for line in lines(httpd)}) == 2
    heads = [
        line
        for line in persistctl(httpd, httpd.top).stdout.splitlines()
        if line.startswith("==> ")
    ]
    assert {*heads} == {f"==> {script} <==" for script in scripts}
    link = httpd.top / "link"
    link.symlink_to(httpd.top / "two")
    assert lines(httpd, link) == lines(httpd, scripts[1])
    assert lines(httpd, "/") == lines(httpd)
    for nothing in "nosuch", "":
        done = persistctl(httpd, nothing)
        assert (done.returncode, done.stdout) == (1, "")
        assert "no line is kept" in done.stderr
        assert "does not answer" not in done.stderr


def test_the_lines_of_a_stranger_are_not_shown(httpd):
    """Nor to the user that httpd runs as, which every script may be."""
    stranger = pathlib.Path("/etc/passwd")
    httpd.ensure(stranger, "loud")
    httpd.wait_live(1)
    httpd.logged("a stray print")
    for arguments in [], [stranger], ["/etc"]:
        done = persistctl(httpd, *arguments)
        assert done.stdout == ""
        assert "for its owner and root" in done.stderr
        assert done.returncode == (1 if arguments else 0)
    parts = httpd.ask(STATUS, 5, str(stranger), 0, 0, 0)  # the status page may
    assert b"a stray print" in b"".join(part[1] for part in parts)


def test_a_flood_takes_no_lines_of_others(httpd):
    quiet, loud = httpd.script("quiet.py"), httpd.script("loud.py")
    httpd.ensure(quiet, "loud", key=1)
    httpd.wait_live(1)
    before = lines(httpd, quiet)
    httpd.ensure(loud, "chatty", key=2)
    httpd.wait_live(2)
    kept = lines(httpd, loud)
    size = sum(len(line["text"]) for line in kept if line["kind"] != "start")
    assert 10000 < size < 4 * 65536 + 4096  # each byte is \x01
    assert lines(httpd, quiet) == before


def test_lines_outlive_a_restart_of_httpd_and_a_pool(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    httpd.wait_live(1)
    httpd.set()
    httpd.order("drain", script)
    httpd.wait_live(0)
    assert "a stray print" in texts(httpd, "printed", script)


def test_lines_end_with_persistd(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    httpd.wait_live(1)
    assert lines(httpd, script)
    httpd.restart()
    wait_for(
        lambda: any("adopted" in text for text in texts(httpd, "start")),
        "the adopted worker",
    )
    assert texts(httpd, "printed") == []


def test_a_question_without_lines_names_the_scripts(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    parts = httpd.ask(STATUS, 5, "", AFTER_ALL, 0, 0)
    report = b"".join(part[1] for part in parts)
    assert f"log={script}\0".encode() in report and b"line=" not in report


class Follower:
    """persistctl log -f, whose lines are read as they come."""

    def __init__(self, httpd, *arguments):
        self.process = subprocess.Popen(
            command(httpd, "-f", *arguments), stdout=subprocess.PIPE
        )
        self.shown = b""

    def shows(self, text):
        while text.encode() not in self.shown:
            pipe = self.process.stdout
            assert select.select([pipe], [], [], DEADLINE)[0], text
            got = os.read(pipe.fileno(), 65536)
            assert got, "it goes on"
            self.shown += got

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        self.process.stdout.close()
        return self.process.wait(DEADLINE)


def test_follow_shows_each_line_once_until_an_interrupt(httpd):
    script, other = httpd.script(), httpd.script("other.py")
    httpd.ensure(script, "loud", key=1)
    (pid,) = httpd.wait_live(1)
    follower = Follower(httpd, script)
    follower.shows("a stray print")
    httpd.ensure(other, "loud", key=2)
    httpd.wait_live(2)
    for n in range(3):
        say(pid, f"line {n}.\n".encode())
        follower.shows(f"line {n}.")
    shown = follower.shown.decode()
    assert follower.interrupt() == -signal.SIGINT
    assert "other.py" not in shown and shown.count("==>") == 1
    assert [shown.count(f"line {n}.") for n in range(3)] == [1, 1, 1]
    assert shown.count("a stray print") == 1


def test_follow_waits_for_the_first_line(httpd):
    script = httpd.script()
    follower = Follower(httpd, script)
    httpd.ensure(script, "loud")
    follower.shows("a stray print")
    follower.interrupt()


def test_follow_goes_on_with_the_next_persistd(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    (pid,) = httpd.wait_live(1)
    follower = Follower(httpd)
    follower.shows("a stray print")
    httpd.restart()
    follower.shows(f"adopted pid {pid}")
    say(pid, b"after that\n")
    follower.shows("after that")
    follower.interrupt()
    assert follower.shown.count(b"a stray print") == 1


def test_follow_tells_of_lines_that_it_has_missed(httpd):
    script = httpd.script()
    httpd.ensure(script, "loud")
    (pid,) = httpd.wait_live(1)
    shown = httpd.top / "shown"
    with shown.open("wb") as out:
        follower = subprocess.Popen(
            command(httpd, "-f", script), stdout=out, stderr=subprocess.PIPE
        )
    wait_for(lambda: shown.stat().st_size, "the first lines")
    for _ in range(40):
        say(pid, (b"x" * 2000 + b"\n") * 10)
    assert select.select([follower.stderr], [], [], DEADLINE)[0]
    line = follower.stderr.readline()
    follower.kill()
    follower.communicate()
    assert (
        line
        == (
            f"persistctl: {script}: lines are missing: more came than persistd "
            "keeps\n"
        ).encode()
    )


def says(link, script, text, kind=0, request="aB3@x"):
    link.send(SAID, kind, 4711, str(script), request, text)


def test_what_httpd_logs_is_kept(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    link = httpd.connect(2)
    says(link, script, "two\r\nlines\n")
    says(link, script, "PERSIST3001: the queue is full", kind=1)
    said = wait_for(
        lambda: (got := lines(httpd, script))[-1]["kind"] == "fault" and got,
        "what was said",
    )[-3:]
    assert [(line["kind"], line["text"]) for line in said] == [
        ("said", "two"),
        ("said", "lines"),
        ("fault", "PERSIST3001: the queue is full"),
    ]
    assert {(line["pid"], line["id"]) for line in said} == {(4711, "aB3@x")}
    link.close()


def test_nobody_else_can_say_anything(httpd):
    """Neither without the token, nor by the socket of persistctl, nor over a
    connection that is for something else."""
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    for link in (
        httpd.connect(2, token=b"guessed"),
        httpd.connect(2, token=b"", name="admin"),
        httpd.connect(1),
        httpd.connect(0, owner=1),
    ):
        with contextlib.suppress(OSError):
            says(link, script, "forged")
        with contextlib.suppress(OSError):
            assert link.receive() is None
        link.close()
    link = httpd.connect(2)
    link.send(NUDGE, 0)
    assert link.receive() is None
    link.close()
    assert texts(httpd, "said", script) == []


def test_what_is_said_of_an_unknown_script_is_dropped(httpd):
    script, unknown = httpd.script(), httpd.script("unknown.py")
    httpd.ensure(script)
    httpd.wait_live(1)
    link = httpd.connect(2)
    says(link, unknown, "of nobody")
    says(link, script, "of a script")
    wait_for(lambda: texts(httpd, "said", script), "what was said")
    assert {line["script"] for line in lines(httpd)} == {str(script)}
    link.close()


def test_a_report_has_the_last_lines_where_they_are_asked_for(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    say(pid, b"".join(b"line %d\n" % n for n in range(20)) + b"\x01" * 500)
    say(pid, b"\n")
    (pool,) = httpd.status(lines=3)["pools"]
    assert [line["text"] for line in pool["log"]] == [
        "line 18",
        "line 19",
        "\x01" * 300,
    ]
    assert {line["kind"] for line in pool["log"]} == {"printed"}
    (pool,) = httpd.status()["pools"]
    assert "log" not in pool
    (pool,) = httpd.status(3, os.geteuid())["pools"]
    assert len(pool["log"]) == 3
    (pool,) = httpd.status(3, os.geteuid() + 1)["pools"]
    assert pool["log"] == []


def test_a_report_for_persistctl_has_no_lines(httpd):
    """Every script may ask as the user that httpd runs as."""
    script = httpd.script()
    httpd.ensure(script, "loud")
    httpd.wait_live(1)
    httpd.logged("a stray print")
    assert "log" in httpd.status(lines=3)["pools"][0]
    for form in 0, 1:
        question = (STATUS, form, "", 0, 3, ANYBODY)
        parts = httpd.ask(*question, token=b"", name="admin")
        report = b"".join(part[1] for part in parts)
        assert str(script).encode() in report
        assert b"stray print" not in report and b'"log"' not in report
