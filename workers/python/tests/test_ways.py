# SPDX-License-Identifier: Apache-2.0
"""One script as a worker, as a plain CGI program and from a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import FILES, HERE, NONE, Start, run_once, write_script

if TYPE_CHECKING:
    from pathlib import Path

PAGES = """
    import hashlib, os
    PLAIN = {"Content-Type": "text/plain"}

    def app(request):
        print("a stray line")
        page = request.path[1:]
        if page == "echo":
            data = request.body.read()
            request.respond(200, PLAIN, data)
        elif page == "facts":
            facts = (request.method, request.path, request.headers["X-Mine"],
                     request.env["QUERY_STRING"], request.env["SCRIPT_NAME"],
                     request.cancelled, request.time_left)
            request.respond(200, {"X-Latin": "\\xe9"}, repr(facts).encode())
        elif page == "stream":
            request.start(201, [("X-A", "1"), ("X-A", "2")])
            for piece in (b"one ", bytearray(b"two "), memoryview(b"three")):
                request.write(piece)
                request.flush()
            request.finish({"X-Trailer": "t"})
        elif page == "raise":
            raise LookupError("what a pity")
        elif page == "none":
            request.respond(204)
        elif page == "file":
            os.utime(__file__, ns=(0, 1234567890123456789))
            with open(__file__, "rb") as file:
                request.start(200, PLAIN)
                request.send_file(file, 7, 14)
        elif page == "large":
            request.respond(200, PLAIN, b"x" * 300000)
        elif page == "hints":
            request.early_hints({"Link": "</a.css>"})
            request.respond(200, PLAIN)
        elif page == "wrong":
            said = []
            for attempt in (
                lambda: request.write(b"x"),
                lambda: request.finish(),
                lambda: request.respond(99),
                lambda: request.respond(200, {"A b": "c"}),
                lambda: request.respond(200, {"A": "b\\nc"}),
                lambda: request.respond(200, {"A": "\\u20ac"}),
                lambda: request.respond(200, [("A", "b")] * 600),
                lambda: request.start(200, {"A": "\\0"}),
                lambda: request.log("x", 9),
            ):
                try:
                    attempt()
                except Exception as error:
                    said.append(f"{type(error).__name__}: {error}")
            request.respond(200, PLAIN, "\\n".join(said).encode())
            try:
                request.respond(200)
            except RuntimeError as error:
                print("again:", error)
        elif page == "exit":
            raise SystemExit(7)

"""
HANDLER = PAGES + "    persist_worker.each_request(app)\n"
ITERATOR = (
    PAGES
    + """
    for request in persist_worker.each_request():
        app(request)
"""
)

ASKED = [
    ("GET", "facts?x=1", b""),
    ("GET", "stream", b""),
    ("POST", "echo", b"\0\r\n\xff" * 1000),
    ("POST", "echo", b""),
    ("HEAD", "facts?", b""),
    ("GET", "none", b""),
    ("GET", "nothing", b""),
    ("GET", "file", b""),
    ("GET", "hints", b""),
    ("GET", "large", b""),
    ("HEAD", "large", b""),
    ("GET", "wrong", b""),
]
FAILING = [("GET", "raise", b""), ("GET", "exit", b"")]

Seen = tuple[int, set[tuple[str, str]], bytes]


def said_by_worker(
    start: Start, text: str, method: str, path: str, body: bytes
) -> Seen:
    worker = start(text)
    data = worker.data(features=FILES)
    data.ask(
        mode=HERE if body else NONE,
        body=body,
        **variables(method, path, body),
    )
    answer = data.answer()
    assert answer.ok
    headers = set(answer.headers)
    bodiless = method == "HEAD" or answer.status == 204
    # what httpd does: it counts what comes whole
    if (answer.whole or answer.file is not None) and answer.status != 204:
        size = answer.file[1] if answer.file else len(answer.body)
        headers.add(("Content-Length", str(size)))
    if answer.file is not None:
        offset, length = answer.file
        answer.body = worker.script.read_bytes()[offset : offset + length]
    return answer.status, headers, b"" if bodiless else answer.body


def variables(method: str, path: str, body: bytes) -> dict[str, str]:
    name, _, query = path.partition("?")
    found = {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/" + name,
        "QUERY_STRING": query,
        "SCRIPT_NAME": "/app.py",
        "HTTP_X_MINE": "yes",
    }
    if body:
        found["CONTENT_LENGTH"] = str(len(body))
    return found


def seen(head: bytes, body: bytes) -> Seen:
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines)
    headers = {(name, value) for name, _, value in pairs}
    return int(first.split(" ")[1]), headers, body


def said_by_cgi(script: Path, method: str, path: str, body: bytes) -> Seen:
    environ = variables(method, path, body)
    done = run_once(script, body=body, GATEWAY_INTERFACE="CGI/1.1", **environ)
    head, _, rest = done.stdout.partition(b"\r\n\r\n")
    assert head.startswith(b"Status: ")
    return seen(head, rest)


def said_in_terminal(script: Path, method: str, path: str, body: bytes) -> Seen:
    arguments = [
        "--method",
        method,
        "/" + path,
        "-i",
        "--header",
        "X-Mine: yes",
    ]
    arguments += ["--data", "-"] if body else []
    done = run_once(script, *arguments, body=body)
    head, _, rest = done.stdout.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 ")
    return seen(head, rest)


@pytest.mark.parametrize("text", [HANDLER, ITERATOR], ids=["call", "iterate"])
@pytest.mark.parametrize("asked", ASKED)
def test_all_three_say_the_same(
    start: Start, tmp_path: Path, text: str, asked: tuple[str, str, bytes]
) -> None:
    script = write_script(tmp_path, text)
    worker = said_by_worker(start, text, *asked)
    assert said_by_cgi(script, *asked) == worker
    assert said_in_terminal(script, *asked) == worker


@pytest.mark.parametrize("text", [HANDLER, ITERATOR], ids=["call", "iterate"])
def test_all_three_fail_the_same(
    start: Start, tmp_path: Path, text: str
) -> None:
    script = write_script(tmp_path, text)
    worker = said_by_worker(start, text, "GET", "raise", b"")
    assert worker[0] == 500
    assert said_by_cgi(script, "GET", "raise", b"") == worker
    assert said_in_terminal(script, "GET", "raise", b"") == worker


def test_a_file_has_validators(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    _, headers, _ = said_by_cgi(script, "GET", "file", b"")
    assert ("ETag", '"7-e-112210f47de98115"') in headers
    assert ("Last-Modified", "Fri, 13 Feb 2009 23:31:30 GMT") in headers


def test_what_fails_is_told_once_on_stderr(tmp_path: Path) -> None:
    for text in HANDLER, ITERATOR:
        script = write_script(tmp_path, text)
        stderr = run_once(script, "--get", "/raise").stderr
        assert stderr.startswith(b"a stray line\n")
        assert stderr.count(b"LookupError: what a pity") == 1


def test_exit_is_500_and_the_status_that_was_meant(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    done = run_once(script, "-i", "--get", "/exit")
    assert done.stdout.startswith(b"HTTP/1.1 500 ")
    assert done.returncode == 7


def test_the_body_alone_is_printed(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    done = run_once(script, "--post", "/echo", body=b"a=b")
    assert done.stdout == b"a=b"
    assert done.stderr == b"a stray line\n"


def test_head_prints_the_head(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    done = run_once(script, "--head", "/stream")
    assert done.stdout == b"HTTP/1.1 201 Created\r\nX-A: 1\r\nX-A: 2\r\n\r\n"


def test_data_comes_from_a_file(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    file = tmp_path / "data"
    file.write_bytes(b"from a file")
    done = run_once(script, "--method", "PUT", "--data", str(file), "/echo")
    assert done.stdout == b"from a file"


def test_help_and_wrong_arguments(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    done = run_once(script, "--help")
    assert (done.returncode, done.stdout[:14]) == (0, b"usage: app.py ")
    for wrong in (
        [],
        ["--get", "x"],
        ["--get", "/a", "/b"],
        ["--method", "PUT"],
        ["--get", "/", "--header", "x"],
        ["--post", "/", "--data", "-x"],
        ["--post", "/", "--data", "/nonexistent"],
    ):
        done = run_once(script, *wrong)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"usage: " in done.stderr


def test_of_no_use_as_a_worker_it_says_why(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    done = run_once(script, PERSIST_WORKER="1:0")
    assert done.returncode == 2
    assert b"PERSIST_WORKER is of no use" in done.stderr


def test_a_body_that_is_cut_off_fails_the_request(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    environ = dict(variables("POST", "echo", b"1234567"), GATEWAY_INTERFACE="x")
    done = run_once(script, body=b"12345", **environ)
    assert done.stdout.startswith(b"Status: 500 ")
    assert b"the client's body is cut off" in done.stderr


def test_no_more_of_the_input_is_read_than_the_body(tmp_path: Path) -> None:
    script = write_script(tmp_path, HANDLER)
    environ = dict(variables("POST", "echo", b"12345"), GATEWAY_INTERFACE="x")
    done = run_once(script, body=b"1234567", **environ)
    assert done.stdout.endswith(b"\r\n\r\n12345")


def test_streams_as_cgi_before_its_end(tmp_path: Path) -> None:
    script = write_script(
        tmp_path,
        """
        import os
        def app(request):
            request.start(200)
            request.write(b"early")
            assert request.body.read() == b"go on"
            request.write(b" late")
        persist_worker.each_request(app)
        """,
    )
    with cgi(script, CONTENT_LENGTH="5") as process:
        assert process.stdin
        assert process.stdout
        head = b"Status: 200 OK\r\n\r\nearly"
        assert process.stdout.read(len(head)) == head
        process.stdin.write(b"go on")
        process.stdin.flush()
        assert process.stdout.read() == b" late"


def cgi(script: Path, **environ: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=dict(os.environ, GATEWAY_INTERFACE="CGI/1.1", **environ),
    )


def test_after_response_runs_when_the_output_is_closed(tmp_path: Path) -> None:
    gate, done = tmp_path / "gate", tmp_path / "done"
    os.mkfifo(gate)
    script = write_script(
        tmp_path,
        f"""
        from pathlib import Path
        def after():
            Path({str(gate)!r}).read_bytes()
            Path({str(done)!r}).touch()
        def app(request):
            request.after_response(after)
            request.respond(200, {{}}, b"first")
        persist_worker.each_request(app)
        """,
    )
    with cgi(script) as process:
        assert process.stdout
        assert process.stdout.read().endswith(b"first")
        assert not done.exists()
        gate.write_bytes(b"")
    assert done.exists()


def test_a_client_that_goes_is_no_error_for_cgi(tmp_path: Path) -> None:
    script = write_script(
        tmp_path,
        """
        def app(request):
            request.start(200)
            while True:
                request.write(b"x" * 1000)
        persist_worker.each_request(app)
        """,
    )
    log = tmp_path / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, str(script)],
            stdout=subprocess.PIPE,
            stderr=file,
            env=dict(os.environ, GATEWAY_INTERFACE="CGI/1.1"),
        )
    assert process.stdout
    process.stdout.close()
    assert process.wait(60) == 0
    assert log.read_text() == ""


@pytest.mark.parametrize("end", ["pass", "raise LookupError", "sys.exit()"])
@pytest.mark.parametrize(
    "loop",
    [
        "persist_worker.each_request(app)",
        "for request in persist_worker.each_request(): app(request)",
    ],
)
def test_a_child_answers_nothing(tmp_path: Path, loop: str, end: str) -> None:
    script = write_script(
        tmp_path,
        f"""
        import os, sys
        def app(request):
            request.after_response(lambda: print("after"))
            if os.fork() == 0:
                {end}
                return
            os.wait()
            request.respond(200, {{}}, b"parent")
        {loop}
        """,
    )
    done = run_once(script, GATEWAY_INTERFACE="CGI/1.1")
    assert done.stdout.count(b"Status: ") == 1
    assert done.stdout.endswith(b"\r\n\r\nparent")
    assert done.stderr.count(b"after\n") == 1


def test_a_second_loop_is_refused(tmp_path: Path) -> None:
    twice = "    persist_worker.each_request(app)\n"
    script = write_script(tmp_path, HANDLER + twice)
    done = run_once(script, "--get", "/none")
    assert b"RuntimeError: the loop has been entered before" in done.stderr
