# SPDX-License-Identifier: Apache-2.0
"""Lines that are printed for a request carry its id: wire/PROTOCOL.md, 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Start

SCRIPT = """
import sys
import persist_worker

def handle(request):
    print("one\\ntwo")
    sys.stderr.write("th")
    sys.stderr.write("ree\\n")
    request.after_response(lambda: print("behind it"))
    request.respond(200, {}, b"")

print("before")
persist_worker.each_request(handle)
print("after")
"""


def test_lines_of_a_request_are_marked(start: Start) -> None:
    worker = start(SCRIPT)
    worker.ready()
    assert worker.data().get("/").status == 200
    assert worker.stop() == 0
    mark = "\x1eid-1\x1f"
    lines = worker.log.read_text().removesuffix("\n").split("\n")
    assert sorted(lines) == sorted(
        ["before", "after"]
        + [mark + line for line in ("one", "two", "three", "behind it")]
    )


def test_a_line_ends_with_its_request(start: Start) -> None:
    worker = start("""
        def handle(request):
            print(request.request_id, "one\\ntwo", end="")
            request.respond(200, {}, b"")

        persist_worker.each_request(handle)
    """)
    data = worker.data()
    for request_id in (b"a", b"b"):
        data.ask(request_id=request_id)
        assert data.answer().status == 200
    assert worker.stop() == 0
    lines = worker.log.read_text()
    assert lines == "".join(
        f"\x1e{name}\x1f{name} one\n\x1e{name}\x1ftwo\n" for name in "ab"
    )


def test_both_streams_are_one_log(start: Start) -> None:
    worker = start("""
        import sys

        def handle(request):
            sys.stderr.write("progress...")
            sys.stderr.flush()
            print("a line")
            print("done", file=sys.stderr)
            request.respond(200, {}, b"")

        persist_worker.each_request(handle)
    """)
    assert worker.data().get("/").status == 200
    assert worker.log.read_text() == (
        "\x1eid-1\x1fprogress...a line\n\x1eid-1\x1fdone\n"
    )


def test_a_file_of_its_own_has_no_marks(start: Start, tmp_path: Path) -> None:
    own = tmp_path / "own"
    worker = start(f"""
        import os, sys

        def handle(request):
            os.dup2(os.open({str(own)!r}, os.O_WRONLY | os.O_CREAT), 1)
            print("for the file")
            print("for the log", file=sys.stderr)
            request.respond(200, {{}}, b"")

        persist_worker.each_request(handle)
    """)
    assert worker.data().get("/").status == 200
    assert own.read_text() == "for the file\n"
    assert worker.log.read_text() == "\x1eid-1\x1ffor the log\n"


REWRAPPED = """
import io, sys

def rewrap():
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
    sys.stderr = io.TextIOWrapper(sys.stderr.detach(), encoding="utf-8")

rewrap()
rewrap()

def handle(request):
    print("\\u00e9")
    print("no end", end="", file=sys.stderr)
    request.respond(200, {}, b"")

persist_worker.each_request(handle)
"""


def test_lines_of_a_rewrapped_stream_are_marked(start: Start) -> None:
    worker = start(REWRAPPED)
    assert worker.data().get("/").status == 200
    assert worker.stop() == 0
    assert worker.log.read_text() == (
        "\x1eid-1\x1f\u00e9\n\x1eid-1\x1fno end\n"
    )
