# SPDX-License-Identifier: Apache-2.0
"""What persistd refuses, and what it tells whom."""

import ctypes
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest
from children import Child
from driver import BUILD, Httpd
from pywire import ENSURE, HELLO, NUDGE, PING, PONG, STATUS, Link
from waiting import DEADLINE, wait_for

RUNTIME_DIR, PATH_TOO_LONG, PERSISTD_EXEC = 5001, 5002, 5005
LEASE_BREAK_SECONDS = 45  # Linux waits so long (/proc/sys/fs/lease-break-time)


def refused(httpd, fault):
    httpd.spawn()  # without settings: it may be gone before they come
    text = httpd.expect_up(fault)
    assert httpd.process.wait(DEADLINE) == 1
    httpd.link.close()
    httpd.logged(f"PERSIST{fault}")
    return text


def test_a_runtime_directory_that_others_can_write_is_refused(idle_httpd):
    idle_httpd.runtime.chmod(0o777)
    assert "chmod it to 755" in refused(idle_httpd, RUNTIME_DIR)


def test_a_missing_runtime_directory_is_refused(idle_httpd):
    idle_httpd.runtime.rmdir()
    assert "create it" in refused(idle_httpd, RUNTIME_DIR)
    idle_httpd.runtime.mkdir()


def test_an_instance_that_is_a_link_is_refused(idle_httpd):
    idle_httpd.instance.symlink_to(idle_httpd.top)
    assert "not a directory" in refused(idle_httpd, RUNTIME_DIR)
    idle_httpd.instance.unlink()


def test_a_path_too_long_is_refused(idle_httpd):
    idle_httpd.runtime = idle_httpd.runtime / ("x" * 70)
    idle_httpd.runtime.mkdir(mode=0o711)
    idle_httpd.instance = idle_httpd.runtime / "1.01234567"
    refused(idle_httpd, PATH_TOO_LONG)
    idle_httpd.runtime.rmdir()


def test_an_instance_can_be_seen_only_when_it_has_its_table(idle_httpd):
    """Who knows its name can compute the table's, and be there first."""
    libc, seen = ctypes.CDLL(None), []
    watch = libc.inotify_init1(os.O_CLOEXEC)
    path, created = os.fsencode(idle_httpd.runtime), 0x100
    assert libc.inotify_add_watch(watch, path, created) > 0

    def look():
        os.read(watch, 4096)
        seen.extend(os.listdir("/dev/shm"))

    stranger = threading.Thread(target=look)
    stranger.start()
    idle_httpd.start()
    stranger.join()
    os.close(watch)
    assert idle_httpd.block.name in seen


def test_a_second_persistd_for_the_same_instance_gives_up(httpd):
    second = Httpd()
    second.instance = httpd.instance
    assert "another persistd" in refused(second, PERSISTD_EXEC)
    assert httpd.status()["phase"] == "serving"
    second.close()


def test_files_are_as_closed_as_they_should_be(httpd):
    httpd.ensure(httpd.script())
    httpd.wait_live(1)
    modes = {
        x.name: oct(x.stat().st_mode & 0o777)
        for x in [httpd.instance, *httpd.instance.rglob("*")]
        if not x.name.startswith("w.")  # the private directory guards it
    }
    assert modes.pop(httpd.instance.name) == "0o711"
    assert modes.pop("p") == "0o700"
    assert modes.pop("admin") == "0o666"
    assert set(modes.values()) == {"0o600"}


def test_a_fifo_in_place_of_the_journal_stops_nobody(httpd):
    """Workers run as the same user: they can put one there."""
    journal = httpd.instance / "p/journal"
    os.mkfifo(httpd.instance / "p/journal.new")
    httpd.ensure(httpd.script())
    httpd.wait_live(1)
    assert journal.is_file()
    httpd.kill()
    journal.unlink()
    os.mkfifo(journal)
    httpd.start()
    assert journal.is_file()


@pytest.fixture
def leased(idle_httpd):
    """The lock of a server that was killed, with a lease on it, which others
    would wait for; the holder gives it back to nobody."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    instance = idle_httpd.runtime / f"{ended.pid}.01234567"
    (instance / "p").mkdir(parents=True)
    (instance / "p/persistd.lock").touch()
    ignored = signal.signal(signal.SIGIO, signal.SIG_IGN)
    with (instance / "p/persistd.lock").open("w") as lock:
        fcntl.fcntl(lock, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        yield instance
    signal.signal(signal.SIGIO, ignored)
    shutil.rmtree(instance)


def test_the_lock_of_a_dead_server_is_not_waited_for(idle_httpd, leased):
    begin = time.monotonic()
    idle_httpd.start()
    assert idle_httpd.status()["phase"] == "serving"
    assert time.monotonic() - begin < LEASE_BREAK_SECONDS - 10
    assert leased.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--instance", "relative"],
        ["--nonsense"],
        ["status"],
    ],
)
def test_wrong_arguments_are_told(arguments):
    done = subprocess.run(
        [BUILD / "persistd/persistd", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(("persistd: ", str(BUILD)))


def test_help_and_version():
    for option, text in (("--help", "Usage:"), ("--version", "persistd ")):
        done = subprocess.run(
            [BUILD / "persistd/persistd", option],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0 and done.stdout.startswith(text)


def closed(link):
    try:
        return link.receive() is None
    except ConnectionError:
        return True


def test_a_wrong_token_is_not_answered(httpd):
    for token in (b"", b"x" * 16, httpd.token + b"x"):
        link = httpd.connect(1, token=token)
        assert closed(link)
        link.close()


def test_nothing_is_answered_before_hello(httpd):
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(str(httpd.instance / "p/http"))
    link = Link(sock)
    link.send(STATUS, 0, "", 0, 0, 0)
    assert closed(link)
    link.close()


def test_an_owner_out_of_range_is_not_accepted(httpd):
    for owner in (0, 9, 65535):
        link = httpd.connect(0, owner=owner)
        assert closed(link)
        link.close()


def test_a_presence_connection_only_nudges(httpd):
    child = Child(httpd)
    child.nudge(3)
    child.link.send(STATUS, 0, "", 0, 0, 0)
    assert closed(child.link)
    child.end()


def test_the_admin_socket_gives_status_and_nothing_else(httpd):
    script = httpd.script()
    httpd.ensure(script)
    httpd.wait_live(1)
    report = httpd.status(name="admin", token=b"")
    assert report["pools"][0]["script"] == str(script)
    link = httpd.connect(1, name="admin", token=b"")
    link.send(ENSURE, 9, 9, 0, str(script), [], [], 0, 0, 1, 0, 0, 0, 0)
    assert closed(link)
    link.close()
    link = httpd.connect(0, owner=1, name="admin", token=b"")
    assert closed(link)
    link.close()
    assert len(httpd.status()["pools"]) == 1


def test_visitors_of_the_admin_socket_leave_room_for_httpd(httpd):
    """Any local user may connect there, ask, and never read."""
    visitors = []
    for _ in range(300):
        sock = socket.socket(socket.AF_UNIX)
        sock.connect(str(httpd.instance / "admin"))
        visitors.append(sock)
    assert httpd.ensure(httpd.script())[0] == 0
    httpd.wait_live(1)
    assert httpd.descriptors() < 100
    for sock in visitors:
        sock.close()


def test_nonsense_on_the_sockets_is_dropped(httpd):
    for name in ("p/http", "admin"):
        for data in (
            b"GET / HTTP/1.0\r\n\r\n",
            b"\xce\xff\xff\xff\xff",
            b"\xce",
        ):
            sock = socket.socket(socket.AF_UNIX)
            sock.connect(str(httpd.instance / name))
            sock.sendall(data)
            sock.shutdown(socket.SHUT_WR)
            assert closed(Link(sock))
            sock.close()
    assert httpd.status()["phase"] == "serving"


def test_a_report_may_take_many_frames(httpd):
    """Every character of a name can take six in JSON."""
    for n in range(4):
        name = "\x01" * 200
        for depth in range(15):
            (httpd.top / "/".join([name] * (depth + 1))).mkdir(exist_ok=True)
        script = httpd.script("/".join([name] * 15) + f"/{n}.py")
        assert httpd.ensure(script, key=n)[0] == 0
    parts = httpd.ask(STATUS, 1, "", 0, 0, 0)
    assert [x[2] for x in parts] == [0] * (len(parts) - 1) + [1]
    report = json.loads(b"".join(x[1] for x in parts))
    assert len(report["pools"]) == 4 and len(parts) > 1
    httpd.wait_live(4)


def test_sigterm_is_left_to_httpd(httpd):
    httpd.process.terminate()
    assert httpd.status()["phase"] == "serving"


def test_the_end_of_the_link_alone_ends_nothing(httpd):
    httpd.link.sock.shutdown(socket.SHUT_RDWR)
    httpd.logged("link to httpd's parent has ended")
    assert httpd.status()["phase"] == "serving"
    httpd.kill()
    httpd.start()


def test_new_requests_are_refused_while_persistd_stops(httpd):
    _, pool, _, _ = httpd.ensure(httpd.script())
    httpd.wait_live(1)
    child = Child(httpd)
    child.do("claim", pool)
    httpd.link.send(16)
    wait_for(lambda: child.do("phase") == 2, "phase stopping")
    assert httpd.ensure(httpd.script("b.py"), key=2)[0] == 3005
    child.do("release")
    assert httpd.process.wait(DEADLINE) == 0
    child.end()


def test_a_ping_is_answered_while_the_loop_turns(httpd):
    httpd.link.send(PING)
    assert httpd.link.receive() == [PONG]
    os.kill(httpd.process.pid, signal.SIGSTOP)
    httpd.link.send(PING)
    httpd.link.sock.settimeout(0.3)
    with pytest.raises(socket.timeout):
        httpd.link.receive()
    httpd.link.sock.settimeout(DEADLINE)
    os.kill(httpd.process.pid, signal.SIGCONT)
    assert httpd.link.receive() == [PONG]


def test_unknown_messages_from_the_parent_do_no_harm(httpd):
    httpd.link.send(NUDGE, 1)
    httpd.link.send(HELLO, b"", 1, 0)
    httpd.logged("unexpected HELLO from httpd's parent")
    assert httpd.status()["phase"] == "serving"
    assert os.path.exists(f"/proc/{httpd.process.pid}")
