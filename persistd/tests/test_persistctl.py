# SPDX-License-Identifier: Apache-2.0
"""What persistctl shows, and of whom it takes what."""

import contextlib
import json
import os
import pty
import select
import shutil
import socket
import subprocess
import threading
from concurrent import futures

from driver import BUILD, Httpd, failing
from processes import alive
from pywire import ORDERED, REPORT, frame
from waiting import DEADLINE


def persistctl(httpd, *arguments, command="status", **options):
    return subprocess.run(
        [
            BUILD / "persistctl/persistctl",
            command,
            "--runtime-dir",
            httpd.runtime,
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_persistctl_shows_pools_and_workers(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    done = persistctl(httpd)
    assert done.returncode == 0
    assert str(script) in done.stdout and f"pid {pid}" in done.stdout
    report = json.loads(persistctl(httpd, "--json").stdout)
    assert report["pools"][0]["workers"][0]["pid"] == pid


def test_persistctl_says_when_nobody_is_there(idle_httpd):
    done = persistctl(idle_httpd)
    assert done.returncode == 1
    assert "is httpd up and mod_persist loaded?" in done.stderr
    assert f"below {idle_httpd.runtime}: " in done.stderr
    idle_httpd.runtime.rmdir()
    done = persistctl(idle_httpd)
    assert f"below {idle_httpd.runtime}, which does not exist" in done.stderr
    assert persistctl(idle_httpd, "--nonsense").returncode == 2


def pretender(httpd, *answers):
    """A script that has taken persistd's place at the admin socket, and answers
    question by question, part by part."""
    httpd.instance.mkdir(mode=0o711)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(httpd.instance / "admin"))
    listener.listen(0)

    def serve():
        with contextlib.suppress(OSError):
            for answer in answers:
                sock, _ = listener.accept()
                with sock:
                    sock.recv(4096)  # the question; then readable means: closed
                    for part in answer:
                        sock.sendall(part)
                        select.select([sock], [], [], 0.1)
                    sock.recv(1)

    threading.Thread(target=serve, daemon=True).start()
    return listener


def pretended(httpd, answer):
    listener = pretender(httpd, answer)
    done = persistctl(httpd)
    listener.close()
    shutil.rmtree(httpd.instance)
    return done


def test_persistctl_shows_nothing_that_a_terminal_would_obey(idle_httpd):
    done = pretended(idle_httpd, [frame(REPORT, b"\x1b]0;x\x07 \xc2\x9b2J", 1)])
    assert done.returncode == 0
    assert done.stdout == "?]0;x? ??2J"


def test_nor_in_what_came_of_an_order(idle_httpd):
    answer = frame(ORDERED, 1, 0, b'\x1b[2J\xc2\x9b2J \x9b "\\')
    script = idle_httpd.script()
    for arguments in ([], ["--json"]):
        listener = pretender(idle_httpd, [frame(REPORT, b"", 1)], [answer])
        done = persistctl(idle_httpd, script, *arguments, command="stop")
        listener.close()
        shutil.rmtree(idle_httpd.instance)
        assert done.returncode == 1
        assert not set("\x1b\x9b") & set(done.stdout + done.stderr)
    assert json.loads(done.stdout)["text"] == '\x1b[2J??2J ? "\\'


def drip(httpd):
    report = frame(REPORT, b"x" * 1000, 1)
    done = pretended(httpd, [report[n : n + 1] for n in range(len(report))])
    assert done.stdout == ""
    return done


def full_backlog(httpd):
    httpd.instance.mkdir(mode=0o711)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(httpd.instance / "admin"))
        listener.listen(0)
        with socket.socket(socket.AF_UNIX) as first:
            first.connect(listener.getsockname())
            done = persistctl(httpd)
    shutil.rmtree(httpd.instance)
    return done


def test_persistctl_does_not_wait_for_ever(idle_httpd):
    """But for five seconds: both ways side by side."""
    other = Httpd()
    with futures.ThreadPoolExecutor() as pool:
        both = [pool.submit(drip, idle_httpd), pool.submit(full_backlog, other)]
    for done in both:
        assert done.result().returncode == 1
        assert "timed out" in done.result().stderr
    assert other.close() == []


def test_persistctl_takes_no_other_answer(idle_httpd):
    done = pretended(idle_httpd, [frame(ORDERED, 0, 0, "")])
    assert done.returncode == 1 and done.stdout == ""
    assert "the answer is not persistd's" in done.stderr


def test_persistctl_takes_no_endless_report(idle_httpd):
    part = frame(REPORT, b"x" * 60000, 0)
    done = pretended(idle_httpd, [part * 300])
    assert done.returncode == 1 and done.stdout == ""
    assert "too long" in done.stderr


def test_the_owner_stops_and_starts_a_script(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    done = persistctl(httpd, "app.py", command="stop", cwd=httpd.top)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{script}: stopped (1 worker)\n"
    assert not alive(pid)
    assert "stopped" in persistctl(httpd, script).stdout
    done = persistctl(httpd, script, "--json", command="start")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert (answer["order"], answer["result"]) == ("start", "done")
    assert answer["script"] == str(script) and answer["fault"] == 0
    assert httpd.wait_live(1)


def test_a_start_that_fails_shows_the_last_words(httpd):
    script = httpd.script()
    failing(httpd, script, "fail")
    done = persistctl(httpd, script, command="start")
    assert (done.returncode, done.stdout) == (1, "")
    assert "PERSIST2002" in done.stderr
    assert "cannot find the database" in done.stderr


def test_the_rest_of_the_orders_reach_persistd(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    for command, what in (
        ("restart", "restarted"),
        ("reload", "reloaded"),
        ("drain", "drained"),
    ):
        done = persistctl(httpd, script, command=command)
        assert done.stdout == f"{script}: {what} (1 worker)\n"
    assert httpd.live() == []


def test_a_script_is_found_by_any_path_to_it(httpd):
    script = httpd.script()
    link = httpd.top / "link"
    link.symlink_to(httpd.top)
    httpd.ensure(link / script.name)
    (pid,) = httpd.wait_live(1)
    assert persistctl(httpd, script, command="pid").stdout == f"{pid}\n"
    done = persistctl(httpd, script, command="drain")
    assert done.stdout == f"{link / script.name}: drained (1 worker)\n"


def test_a_script_without_a_pool_is_said_to_have_none(httpd):
    script = httpd.script()
    for command in ("status", "pid", "pools", "workers", "start", "stop"):
        done = persistctl(httpd, script, command=command)
        assert done.returncode == 1, command
        assert str(script) in done.stderr and "first request" in done.stderr
        assert f"below {httpd.runtime}" in done.stderr


def test_a_script_that_is_not_there_is_said_to_be_none(httpd):
    script = httpd.top / "nothing.py"
    want = (
        f"persistctl: {script}: no such file, and no pool of that name below "
        f"{httpd.runtime}\n"
    )
    for command in ("status", "pid", "pools", "workers", "start", "stop"):
        done = persistctl(httpd, script, command=command)
        assert (done.returncode, done.stderr) == (1, want), command


def test_a_pool_outlives_the_file_that_names_it(httpd):
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    script.unlink()
    assert persistctl(httpd, script, command="pid").stdout == f"{pid}\n"
    assert persistctl(httpd, script, command="drain").returncode == 0


def test_a_server_without_pools_is_said_to_have_none(httpd):
    done = persistctl(httpd)
    assert done.returncode == 0
    assert f"no pools yet (PersistRuntimeDir {httpd.runtime})" in done.stdout
    for command in ("pools", "workers"):
        done = persistctl(httpd, command=command)
        assert done.returncode == 0
        assert done.stderr == (
            f"persistctl: no {command} that you may see below {httpd.runtime}\n"
        )


def test_pools_and_workers_are_lines_for_a_program(httpd):
    first, second = httpd.script("a b.py"), httpd.script("\x1bc.py")
    httpd.ensure(first, key=1)
    httpd.ensure(second, key=2)
    pids = set(httpd.wait_live(2))
    lines = persistctl(httpd, command="pools").stdout.splitlines()
    cells = [line.split("\t") for line in lines]
    assert cells[0][0] == "STATE" and cells[0][-1] == "SCRIPT"
    assert {row[-1] for row in cells[1:]} == {
        str(first),
        str(httpd.top / "?c.py"),
    }
    assert all(row[:2] == ["ready", "1/2"] for row in cells[1:])
    lines = persistctl(httpd, command="workers").stdout.splitlines()
    assert {int(line.split("\t")[0]) for line in lines[1:]} == pids
    (line,) = persistctl(httpd, first, command="workers").stdout.splitlines()[
        1:
    ]
    assert line.endswith(f"\t{first}")
    report = json.loads(persistctl(httpd, "--json", command="pools").stdout)
    assert len(report["pools"]) == 2
    found = json.loads(persistctl(httpd, "--json", command="pid").stdout)
    assert set(found["pids"]) == pids


def test_wrong_arguments_are_a_2(idle_httpd):
    assert persistctl(idle_httpd, command="drain").returncode == 2
    assert persistctl(idle_httpd, "a", "b").returncode == 2
    done = persistctl(idle_httpd, command="nonsense")
    assert done.returncode == 2 and "nonsense" in done.stderr


class Screen:
    """persistctl on a terminal."""

    def __init__(self, httpd, *arguments, **environment):
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.environ.update(environment)
            command = BUILD / "persistctl/persistctl"
            os.execv(
                command,
                [command, *arguments, "--runtime-dir", str(httpd.runtime)],
            )
        self.pid = pid
        self.shown = b""

    def shows(self, what):
        """True as soon as it does; False when it ends without."""
        while what not in self.shown:
            assert select.select([self.terminal], [], [], DEADLINE)[0], what
            try:
                self.shown += os.read(self.terminal, 65536)
            except OSError:  # its other end is closed
                return False
        return True

    def press(self, key):
        os.write(self.terminal, key)

    def ends(self):
        while self.shows(b"never shown"):
            pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_top_draws_until_q_and_leaves_the_terminal_as_it_was(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    keys = (b"q", b"\x03")
    screens = [Screen(httpd, "top", TERM="xterm") for _ in keys]
    for key, screen in zip(keys, screens, strict=True):
        assert screen.shows(b"\x1b[?1049h") and screen.shows(b"REQ/S")
        assert screen.shows(b"app.py")
        screen.shown = b""
        assert screen.shows(b"\x1b[2J"), "it is drawn anew"
        screen.press(key)
        assert screen.ends() == 0
        assert screen.shown.endswith(b"\x1b[?25h\x1b[?1049l")


def test_a_terminal_has_colours_unless_it_wants_none(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    screen = Screen(httpd, "pools", TERM="xterm")
    assert screen.shows(b"\x1b[32mready\x1b[0m") and screen.ends() == 0
    for setting in ({"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}):
        screen = Screen(httpd, "pools", **setting)
        assert screen.ends() == 0
        assert b"ready  " in screen.shown and b"\x1b" not in screen.shown


def test_top_without_a_terminal_is_one_look(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    done = persistctl(httpd, command="top")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2
    assert done.stdout.splitlines()[1].endswith(f"ready\t{script}")


def test_stop_alone_does_not_end_a_persistd_of_httpd(httpd):
    done = persistctl(httpd, command="stop")
    assert done.returncode == 1
    assert "it does not obey: it belongs to httpd" in done.stderr
    assert httpd.process.poll() is None
