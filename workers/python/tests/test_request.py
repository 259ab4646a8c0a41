# SPDX-License-Identifier: Apache-2.0
"""What a script learns of a request, and how it answers."""

from __future__ import annotations

import json
import signal

import pytest
from conftest import FILES, HERE, PULLED, Connection, Start, eventually

SCRIPT = """
    import json, signal
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    PAGES = {}
    def page(function):
        PAGES["/" + function.__name__] = function

    def send(request, value):
        request.respond(200, {"Content-Type": "application/json"},
                        json.dumps(value).encode())

    @page
    def facts(request):
        send(request, [request.method, request.path, request.request_id,
                       request.query, request.time_left, request.cancelled])

    @page
    def changed(request):
        found = [request.method, request.query]
        del request.env["QUERY_STRING"]
        request.env["REQUEST_METHOD"] = "PUT"
        send(request, [*found, request.method, request.query])

    @page
    def headers(request):
        send(request, [request.headers["content-type"],
                       request.headers["Content_Length"],
                       request.headers.get("X-Token"),
                       request.headers.get("X-None"),
                       "nope" in request.headers, sorted(request.headers),
                       len(request.headers)])

    @page
    def stream(request):
        request.start(201, [("X-A", "1"), ("X-A", b"2")])
        request.write(b"one ")
        request.write(bytearray(b"two "))
        request.flush()
        request.write(memoryview(b"three"))

    @page
    def finished(request):
        request.start(200)
        request.finish()
        send_error(request, lambda: request.write(b"x"))

    def send_error(request, call):
        try:
            call()
        except Exception as error:
            request.log(f"{type(error).__name__}: {error}")

    @page
    def bytes_like(request):
        request.respond(200, {"X-Bytes": b"\\xe9", "X-Latin": "\\xe9"},
                        memoryview(bytearray(b"abc")))

    @page
    def wrong(request):
        for headers in ({"A b": "c"}, {"A": "b\\nSet-Cookie: x"},
                        {"A": "b\\0c"}, [("A", "b", "c")], {"A": "\\u20ac"}):
            try:
                request.respond(200, headers)
            except ValueError as error:
                request.log(f"{error}\\n")
        for status in (99, 600):
            try:
                request.respond(status)
            except ValueError as error:
                request.log(f"{error}\\n")
        try:
            request.respond(200, {"A": 5})
        except TypeError as error:
            request.log(f"{error}\\n")
        request.respond(200, {}, b"still possible")
        try:
            request.respond(200)
        except RuntimeError:
            print("refused")

    @page
    def after(request):
        request.after_response(lambda: print("worked after"))
        request.respond(200, {}, b"first")

    @page
    def after_fails(request):
        request.after_response(lambda: 1 / 0)
        request.after_response(lambda: print("worked after"))
        request.start(200)

    @page
    def after_abort(request):
        request.after_response(lambda: print("worked after"))
        request.start(200)
        request.write(b"half")
        raise LookupError

    @page
    def after_nothing(request):
        request.after_response(lambda: signal.sigwait({signal.SIGUSR1}))

    @page
    def hints(request):
        request.early_hints({"Link": "</a.css>"})
        request.log("a notice", 5)
        request.respond(200)

    @page
    def many(request):
        for _ in range(17):
            request.early_hints({})

    @page
    def read(request):
        body = request.body
        send(request, [body.readline().decode(), body.read(3).decode(),
                       [line.decode() for line in body]])

    @page
    def echo(request):
        data = request.body.read()
        request.respond(200, {}, data)

    @page
    def gone(request):
        request.start(200)
        while True:
            request.flush()

    kept = []

    @page
    def keep(request):
        kept.append((request, request.body))
        request.respond(200)

    @page
    def use_kept(request):
        old, body = kept.pop()
        for call in (lambda: old.respond(200), lambda: old.cancelled,
                     lambda: old.log("x"), body.read):
            try:
                call()
                request.log("no error")
            except (RuntimeError, ValueError) as error:
                request.log(f"{error};")
        request.respond(200)

    persist_worker.each_request(lambda request: PAGES[request.path](request))
"""


@pytest.fixture
def data(start: Start) -> Connection:
    return start(SCRIPT).data()


def test_facts(data: Connection) -> None:
    data.ask("/facts", soft_ms=60000, request_id=b"abc", QUERY_STRING="x=1")
    method, path, name, query, left, cancelled = json.loads(data.answer().body)
    assert (method, path, name, query) == ("GET", "/facts", "abc", "x=1")
    assert 0 < left <= 60
    assert cancelled is False


def test_a_value_that_looks_like_a_name_is_none(data: Connection) -> None:
    data.ask(
        "/facts",
        REQUEST_METHOD="PATH_INFO",
        QUERY_STRING="REQUEST_METHOD",
        REDIRECT_PATH_INFO="/other",
    )
    assert json.loads(data.answer().body)[:2] == ["PATH_INFO", "/facts"]


def test_what_the_script_has_changed_counts(data: Connection) -> None:
    data.ask("/changed", QUERY_STRING="a=%C3%A4&b=\u00e4")
    found = json.loads(data.answer().body)
    assert found == ["GET", "a=%C3%A4&b=\u00e4", "PUT", ""]


def test_no_deadline_is_none(data: Connection) -> None:
    data.ask("/facts", QUERY_STRING="")
    assert json.loads(data.answer().body)[4] is None


def test_headers_are_found_in_any_case(data: Connection) -> None:
    answer = data.get(
        "/headers",
        CONTENT_TYPE="text/x",
        CONTENT_LENGTH="0",
        HTTP_X_TOKEN="t",
        HTTP_NOPE_NOT="n",
    )
    assert json.loads(answer.body) == [
        "text/x",
        "0",
        "t",
        None,
        False,
        ["Content-Length", "Content-Type", "Nope-Not", "X-Token"],
        4,
    ]


def test_stream(data: Connection) -> None:
    answer = data.get("/stream")
    assert (answer.status, answer.body) == (201, b"one two three")
    assert answer.headers == [("X-A", "1"), ("X-A", "2")]
    assert answer.ok


def test_bytes_like_bodies_and_values(data: Connection) -> None:
    answer = data.get("/bytes_like")
    assert answer.body == b"abc"
    assert answer.headers == [("X-Bytes", "\xe9"), ("X-Latin", "\xe9")]


def test_wrong_headers_raise_in_the_script(data: Connection) -> None:
    answer = data.get("/wrong")
    assert answer.body == b"still possible"
    lines = answer.log.splitlines()
    assert lines[0] == "no name for a header: b'A b'"
    assert lines[1] == "header b'A' has control characters"
    assert "NUL" in lines[2]
    assert "unpack" in lines[3]
    assert lines[4].startswith("the header text '\u20ac' has '\u20ac'")
    assert "Latin-1 only: encode it" in lines[4]
    assert lines[5:7] == ["no status for this: 99", "no status for this: 600"]
    assert "not int" in lines[7]


def test_after_response(start: Start) -> None:
    worker = start(SCRIPT)
    data = worker.data()
    answer = data.get("/after")
    assert (answer.body, answer.after) == (b"first", True)
    eventually(lambda: worker.printed() == "worked after\n")
    assert data.get("/after").ok


def test_after_response_runs_behind_an_aborted_one(start: Start) -> None:
    worker = start(SCRIPT)
    answer = worker.data().get("/after_abort")
    assert (answer.body, answer.ok, answer.after) == (b"half", False, True)
    eventually(lambda: worker.printed() == "worked after\n")


def test_after_response_waits_for_the_answer_to_no_response(
    start: Start,
) -> None:
    worker = start(SCRIPT)
    answer = worker.data().get("/after_nothing")
    assert (answer.status, answer.after) == (500, True)
    assert "no response" in answer.log
    worker.process.send_signal(signal.SIGUSR1)
    assert worker.stop() == 0


def test_after_response_that_fails_is_logged(start: Start) -> None:
    worker = start(SCRIPT)
    data = worker.data()
    answer = data.get("/after_fails")
    assert (answer.ok, answer.after) == (True, True)
    eventually(lambda: worker.printed().endswith("worked after\n"))
    assert data.get("/stream").status == 201
    assert "ZeroDivisionError" in worker.printed()


def test_early_hints_and_log(data: Connection) -> None:
    answer = data.get("/hints")
    assert answer.status == 200
    assert answer.hints[0][2:] == [103, [b"Link", b"</a.css>"]]
    assert answer.log == "a notice"


def test_there_are_sixteen_interim_responses_at_most(
    data: Connection,
) -> None:
    answer = data.get("/many")
    assert (len(answer.hints), answer.status) == (16, 500)
    assert "more than 16 interim responses" in answer.log


def test_body_is_a_stream_of_lines(data: Connection) -> None:
    data.ask("/read", HERE, b"first\nsecond\nthird\nlast")
    assert json.loads(data.answer().body) == [
        "first\n",
        "sec",
        ["ond\n", "third\n", "last"],
    ]


def test_no_body_is_an_empty_one(data: Connection) -> None:
    assert data.get("/echo").body == b""


def test_pulled_body(data: Connection) -> None:
    piece = bytes(range(256)) * 256
    data.ask("/echo", PULLED, b"begin")
    assert data.take() == [7, 262144]
    for _ in range(3):
        data.send(3, piece, 0)
    data.send(3, b"end", 1)
    answer = data.answer()
    assert answer.body == b"begin" + piece * 3 + b"end"
    assert answer.ok


def test_broken_body_fails_the_request(data: Connection) -> None:
    data.ask("/echo", PULLED)
    data.take()
    data.send(3, b"", 2)
    answer = data.answer()
    assert answer.status == 500
    assert "the client's body is cut off" in answer.log


def test_a_client_that_goes_is_no_error(start: Start) -> None:
    worker = start(SCRIPT)
    data = worker.data()
    data.ask("/gone")
    assert data.take()
    data.socket.shutdown(1)
    answer = data.answer()
    assert not answer.ok
    assert answer.log == ""
    assert worker.data().get("/stream").status == 201
    assert worker.printed() == ""


def test_a_request_that_is_over_can_not_be_used(data: Connection) -> None:
    data.get("/keep")
    answer = data.get("/use_kept")
    assert answer.log == "the request is over;" * 4


def test_write_behind_the_end_is_refused(data: Connection) -> None:
    assert data.get("/finished").ok
    assert data.get("/stream").status == 201


def test_a_file_is_passed_on_with_the_head_and_the_end(start: Start) -> None:
    worker = start("""
        def handler(request):
            with open(__file__, "rb") as file:
                request.start(200)
                request.send_file(file, 7)
                request.finish({"X-Checked": "yes"})
                for bad in ((0, -2), (1 << 30, None), (0, 1 << 30)):
                    try:
                        request.send_file(file, *bad)
                    except RuntimeError as error:
                        print(error)
        persist_worker.each_request(handler)
    """)
    answer = worker.data(features=FILES).get()
    assert answer.file == (7, worker.script.stat().st_size - 7)
    assert answer.trailers == [b"X-Checked", b"yes"]
    copied = worker.data(features=0).get()
    assert copied.file is None
    assert copied.body == worker.script.read_bytes()[7:]


def test_what_is_no_file_is_refused(start: Start) -> None:
    worker = start("""
        import errno, os
        def name(request, *part):
            try:
                request.send_file(*part)
            except OSError as error:
                return errno.errorcode[error.errno]
        def handler(request):
            request.start(200)
            with open(__file__, "rb") as file, open("/dev/null", "rb") as null:
                said = [name(request, file, 0, 1 << 30),
                        name(request, file, -1), name(request, null),
                        name(request, file, 1 << 30)]
            request.write(" ".join(said).encode())
        persist_worker.each_request(handler)
    """)
    assert worker.data().get().body == b"ERANGE ERANGE ESPIPE ERANGE"
