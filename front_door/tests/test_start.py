# SPDX-License-Identifier: Apache-2.0
"""persistd begins with the first request, once, and ends by itself."""

import os
import resource
import select
import signal
import socket
import subprocess
import threading

from waiting import DEADLINE, wait_for

import scripts

PRINTS = """
    print(request.query, flush=True)
    request.respond(200, {}, b"printed")
"""


def ask_at_once(httpd, path, count):
    answers = []

    def ask():
        answers.append(httpd.get(path)[0])

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_two_hundred_requests_at_once_start_one_persistd(site, httpd):
    site.script("app", scripts.HELLO)
    assert ask_at_once(httpd, "/app.cgi", 200) == [200] * 200
    assert len(site.persistds()) == 1
    assert site.log().count("another persistd serves") == 0


def read_to_end(fd):
    """What comes until nobody holds the other end any more."""
    said = b""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    while True:
        assert poll.poll(DEADLINE * 1000), "somebody keeps it open"
        piece = os.read(fd, 65536)
        if not piece:
            os.close(fd)
            return said
        said += piece


def test_persistd_keeps_nothing_of_its_first_request(site):
    copy = site.script("app", scripts.HELLO)
    out, into = os.pipe()
    errors, complain = os.pipe()
    with subprocess.Popen(
        [copy],
        stdin=subprocess.DEVNULL,
        stdout=into,
        stderr=complain,
        env={"GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET"},
    ) as process:
        os.close(into)
        os.close(complain)
        assert process.wait(DEADLINE) == 0
    # Both end although persistd and its worker run.
    assert read_to_end(out).startswith(b"Status: 200")
    assert read_to_end(errors) == b""
    assert len(site.persistds()) == 1


def soft_cpu_limits(site):
    return [
        resource.prlimit(pid, resource.RLIMIT_CPU)[0]
        for pid in site.persistds() + site.processes("app.py")
    ]


def test_a_limit_of_cpu_time_for_one_request_ends_no_persistd(site):
    """As of httpd's RLimitCPU, which sets the soft limit alone."""
    copy = site.script("app", scripts.HELLO)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    subprocess.run(
        ["prlimit", f"--cpu=60:{'unlimited' if hard < 0 else hard}", copy],
        env={
            "GATEWAY_INTERFACE": "CGI/1.1",
            "REQUEST_METHOD": "GET",
            "PATH": os.environ["PATH"],
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    limits = soft_cpu_limits(site)
    assert len(limits) > 1 and set(limits) == {hard}


def test_it_ends_after_a_time_without_requests(site):
    site.set(PersistOwnTimeout="1s")
    site.script("app", scripts.HELLO)
    first = site.body("app")
    wait_for(lambda: not site.processes("persist"), "the end of persistd")
    assert "no request for a long time" in site.log()
    left = {path.name for path in site.runtime.iterdir()}
    assert left == {"current", "log", "start.lock"}
    site.set(PersistOwnTimeout=None)  # it is looked for below
    assert site.body("app") != first
    assert len(site.persistds()) == 1


def test_a_long_request_keeps_it(site):
    site.set(PersistOwnTimeout="1s")
    site.script("app", scripts.WAITS)
    site.script("other", scripts.HELLO)
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(site.run("app", QUERY_STRING="a"))
    )
    thread.start()
    site.wait_for_files([site.web / "began.a"])
    persistds = site.persistds()
    site.wait_for_look(1)
    # The look was over when this persistd served another script.
    assert site.body("other")
    assert "stopping" not in site.log()
    assert site.persistds() == persistds
    site.write("go", "")
    thread.join()
    assert b"Status: 200" in answers[0].stdout


def test_sigterm_ends_it(site):
    site.script("app", scripts.HELLO)
    site.body("app")
    [pid] = site.persistds()
    os.kill(pid, signal.SIGTERM)
    wait_for(lambda: not site.processes(""), "the end of all")
    assert "SIGTERM has come" in site.log()


def test_a_request_during_the_end_starts_the_next_one(site, httpd):
    site.script("app", scripts.WAITS)
    site.script("other", scripts.HELLO)
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(httpd.get("/app.cgi?a"))
    )
    thread.start()
    site.wait_for_files([site.web / "began.a"])
    [pid] = site.persistds()
    os.kill(pid, signal.SIGTERM)
    wait_for(lambda: "SIGTERM has come" in site.log(), "the stop")
    late = threading.Thread(
        target=lambda: answers.append(httpd.get("/other.cgi"))
    )
    late.start()
    site.write("go", "")
    thread.join()
    late.join()
    assert [status for status, _ in answers] == [200, 200]
    wait_for(lambda: pid not in site.persistds(), "its end")
    [successor] = site.persistds()
    assert successor != pid


def test_it_ends_when_its_starter_does(site):
    """SETTINGS will not come."""
    site.runtime.mkdir(mode=0o700)
    instance = site.runtime / f"{os.getuid()}.01234567"
    ours, link = socket.socketpair()
    sizes = {"--owners": "4", "--slots": "4", "--pools": "4"}
    with ours, link:
        process = subprocess.Popen(
            [
                site.programs / "persistd",
                *("--instance", instance, "--own", "60"),
                *("--exec", site.programs / "persist-exec"),
                *(word for pair in sizes.items() for word in pair),
            ],
            stdin=link,
            stderr=subprocess.PIPE,
        )
        wait_for((instance / "admin").exists, "the start")
        ours.close()
        assert b"the process that started it has gone" in process.stderr.read()
        assert process.wait(DEADLINE) == 0
    assert not instance.exists()
    process.stderr.close()


def test_its_log_is_turned_over(site):
    site.script("app", scripts.LOOP + PRINTS)
    assert site.body("app", QUERY_STRING="before") == "printed"
    with (site.runtime / "log").open("a") as log:
        log.write("x" * (1 << 20))
    wait_for((site.runtime / "log.1").exists, "the old log")
    assert site.body("app", QUERY_STRING="after") == "printed"
    wait_for(lambda: "after" in site.log(), "a line in the new log")
    assert "before" not in site.log()
