# SPDX-License-Identifier: Apache-2.0
"""The C half of a request: each form of argument, and threads that meet."""

from __future__ import annotations

import signal

import pytest
from conftest import (
    BODY,
    LAST,
    MORE,
    PULLED,
    PYPY,
    WANT,
    Connection,
    Start,
    Worker,
    eventually,
)

SCRIPT = """
    import collections, enum, gc, os, signal, threading, types
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})

    class Name(str, enum.Enum):
        A = "X-A"

    SHAPES = {
        "dict": {"X-A": "1", "X-B": b"2"},
        "list": [("X-A", "1"), ("X-B", b"2")],
        "tuple": (("X-A", "1"), ["X-B", b"2"]),
        "iterator": iter([("X-A", "1"), ("X-B", b"2")]),
        "mapping": types.MappingProxyType({"X-A": "1", "X-B": b"2"}),
        "ordered": collections.OrderedDict({"X-A": "1", "X-B": b"2"}),
        "subclass": {Name.A: "1", "X-B": b"2"},
    }
    PAGES = {}
    def page(function):
        PAGES[function.__name__] = function

    @page
    def shape(request):
        request.respond(200, SHAPES[request.env["QUERY_STRING"]])

    @page
    def large(request):
        request.respond(200, {"X-A": "a" * 1022, "X-B": "b" * 5000})

    @page
    def named(request):
        request.respond(body=b"named", headers={"X-A": "1"}, status=201)

    @page
    def wrong(request):
        for call in (lambda: request.respond(),
                     lambda: request.respond(200, {}, b"", b""),
                     lambda: request.respond(200, status=200),
                     lambda: request.respond(200, nothing=1),
                     lambda: request.respond("200"),
                     lambda: request.respond(200, {}, "text"),
                     lambda: request.respond(200, {}, None),
                     lambda: request.respond(200, None),
                     lambda: request.write("text")):
            try:
                call()
            except TypeError:
                request.log("TypeError ")
        for status in (-1, 2**32 + 200, 2**64 + 200, 10**30):
            try:
                request.respond(status)
            except ValueError as error:
                request.log(f"{error} ")
        request.respond(200, {}, b"still possible")

    @page
    def spoilt(request):
        for name, value in (("X", "\\udc80"), ("\\udc80", "x"), (b"X", "\\0")):
            try:
                request.respond(200, [(name, value)])
            except ValueError as error:
                request.log("ValueError ")
        request.respond(200)

    @page
    def changed(request):
        request.env["REQUEST_METHOD"] = "BREW"
        request.env["PATH_INFO"] = "/t\\xc3\\xa9"
        request.respond(200, {}, f"{request.method} {request.path}".encode())

    @page
    def removed(request):
        request.env.clear()
        request.respond(200, {}, repr((request.method, request.path)).encode())

    @page
    def own(request):
        request.user = "me"
        request.respond(200, {}, request.user.encode())

    def read(request):
        try:
            print(request.body.read(), flush=True)
        except Exception as error:
            print(type(error).__name__, flush=True)

    def share(request):
        threading.Thread(target=read, args=(request,)).start()
        signal.sigwait({signal.SIGUSR1})  # until it waits in there

    @page
    def answered(request):
        share(request)
        request.respond(200)

    @page
    def failed(request):
        share(request)
        raise LookupError

    @page
    def forgotten(request):
        share(request)

    @page
    def duplex(request):
        share(request)
        request.start(200)
        for _ in range(20):
            request.write(b"x")
        signal.sigwait({signal.SIGUSR1})

    @page
    def forked(request):
        share(request)
        if (child := os.fork()) == 0:
            print("child:", request.cancelled, flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        request.respond(200)

    @page
    def env_in_finalizer(request):
        class Reader:
            def __del__(self):
                request.body.read()
        kept = [{} for _ in range(200)]  # dicts at hand need no collector
        gc.collect()
        gc.disable()
        reader = Reader()
        reader.itself = reader
        del reader
        gc.set_threshold(1, 1, 1)
        gc.enable()
        env = request.env
        gc.set_threshold(700)
        gc.collect()  # where it was not in there
        request.respond(200, {}, env["REQUEST_METHOD"].encode())

    def answer(request):
        PAGES.get(request.path[1:], other)(request)

    def other(request):
        request.respond(200, {}, ascii(request.path).encode())

    persist_worker.each_request(answer)
"""


@pytest.fixture
def data(start: Start) -> Connection:
    return start(SCRIPT).data()


@pytest.mark.parametrize(
    "shape",
    ["dict", "list", "tuple", "iterator", "mapping", "ordered", "subclass"],
)
def test_headers_come_in_any_shape(data: Connection, shape: str) -> None:
    answer = data.get("/shape", QUERY_STRING=shape)
    assert answer.headers == [("X-A", "1"), ("X-B", "2")]


def test_large_headers(data: Connection) -> None:
    answer = data.get("/large")
    assert answer.headers == [("X-A", "a" * 1022), ("X-B", "b" * 5000)]


def test_arguments_have_names(data: Connection) -> None:
    answer = data.get("/named")
    assert (answer.status, answer.body) == (201, b"named")
    assert answer.headers == [("X-A", "1")]


def test_wrong_arguments_send_nothing(data: Connection) -> None:
    answer = data.get("/wrong")
    assert answer.body == b"still possible"
    assert answer.log.count("TypeError") == 9
    for status in (-1, 2**32 + 200, 2**64 + 200, 10**30):
        assert f"no status for this: {status} " in answer.log


def test_headers_that_are_no_text_send_nothing(data: Connection) -> None:
    answer = data.get("/spoilt")
    assert answer.status == 200
    assert answer.log.count("ValueError") == 3


def test_what_a_script_writes_into_env_counts(data: Connection) -> None:
    assert data.get("/changed").body == "BREW /t\xe9".encode()
    assert data.get("/removed").body == b"('', '')"


def test_a_path_is_utf8_or_has_surrogates(data: Connection) -> None:
    assert data.get("").body == b"''"
    assert data.get("/\xc3\xa9").body == rb"'/\xe9'"
    assert data.get("/\xff\xc3\xa9").body == rb"'/\udcff\xe9'"


def test_a_script_keeps_what_it_likes_with_a_request(data: Connection) -> None:
    assert data.get("/own").body == b"me"


def while_a_thread_reads(worker: Worker, page: str) -> Connection:
    """Ask for a page whose handler goes on when its other thread reads."""
    data = worker.data()
    data.ask(page, PULLED)
    assert data.take()[0] == WANT
    worker.process.send_signal(signal.SIGUSR1)
    return data


@pytest.mark.parametrize(
    ("page", "status"),
    [("/answered", 200), ("/failed", 500), ("/forgotten", 500)],
)
def test_a_thread_that_reads_makes_way_for_the_answer(
    start: Start, page: str, status: int
) -> None:
    worker = start(SCRIPT)
    answer = while_a_thread_reads(worker, page).answer()
    assert answer.status == status
    assert worker.data().get("/own").body == b"me"


def test_a_thread_reads_on_while_another_writes(start: Start) -> None:
    worker = start(SCRIPT)
    data = while_a_thread_reads(worker, "/duplex")
    data.take()
    for _ in range(20):
        assert data.take() == [BODY, b"x", MORE]
    data.send(BODY, b"all", LAST)
    eventually(lambda: worker.printed() == "b'all'\n")
    worker.process.send_signal(signal.SIGUSR1)
    assert data.answer().ok


def test_a_child_waits_for_no_thread_of_its_parent(start: Start) -> None:
    worker = start(SCRIPT)
    data = while_a_thread_reads(worker, "/forked")
    assert data.answer().status == 200
    assert "child: False" in worker.printed()


@pytest.mark.skipif(PYPY, reason="PyPy runs finalizers later")
def test_a_finalizer_may_read_while_env_is_made(data: Connection) -> None:
    data.ask("/env_in_finalizer", PULLED, b"", X="y" * 5000)
    assert data.take()[0] == WANT
    data.send(BODY, b"z" * 9000, LAST)
    assert data.answer().body == b"GET"
