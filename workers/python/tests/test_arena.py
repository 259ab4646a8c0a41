# SPDX-License-Identifier: Apache-2.0
"""ext/arena.c: Python's objects in huge pages."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import CFFI, run_once, write_script

if TYPE_CHECKING:
    from conftest import Connection, Start

pytestmark = [
    pytest.mark.skipif(CFFI, reason="the extension does it"),
    pytest.mark.skipif(
        sys.version_info < (3, 10) or sys.maxsize < 1 << 32,
        reason="arenas are smaller",
    ),
    pytest.mark.skipif(
        not Path("/sys/kernel/mm/transparent_hugepage").exists(),
        reason="the kernel has no huge pages",
    ),
]

SURVEY = """
    import json, os, resource, sys

    def advised():
        found = []
        for line in open("/proc/self/smaps"):
            words = line.split()
            if not words[0].endswith(":"):
                place = range(*(int(x, 16) for x in words[0].split("-")))
            elif words[0] == "VmFlags:" and "hg" in words:
                found.append(place)
        return found

    def mib():
        return sum(map(len, advised())) >> 20

    def many(size):
        objects = [object() for _ in range(size << 16)]
        places = advised()
        own = [
            any(id(thing) in place for place in places)
            for thing in objects[:: 4096]
        ]
        heap = [
            range(*(int(x, 16) for x in line.split()[0].split("-")))
            for line in open("/proc/self/maps")
            if line.endswith("[heap]\\n")
        ]
        in_heap = any(id(thing) in place for place in heap for thing in objects)
        return {
            "own": sum(own) / len(own), "advised": mib(), "in_heap": in_heap
        }
"""

# /?N,TIMES makes N MiB of small objects so often. It tells which part of them
# was where the kernel was asked for huge pages, and how much of that there was,
# then and afterwards.
APP = (
    SURVEY
    + """
    def answer(request):
        size, times = map(int, request.env["QUERY_STRING"].split(","))
        report = [many(size) for _ in range(times)][-1]
        report["after"] = mib()
        if request.path == "/fork":
            pid = os.fork()
            if pid == 0:
                try:
                    os._exit(0 if many(size)["own"] > 0.9 else 1)
                finally:
                    os._exit(2)
            report["child"] = os.waitpid(pid, 0)[1]
        request.respond(200, {}, json.dumps(report).encode())

    persist_worker.each_request(answer)
"""
)

# The same with room for 3.5 MiB: less than what a huge page takes while it is
# mapped (4 MiB), but more than two arenas.
LIMITED = APP.replace(
    "    persist_worker.each_request(answer)",
    """
    def limited(request):
        try:
            answer(request)
        except MemoryError:
            request.respond(507, {}, b"")

    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + (7 << 19)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    persist_worker.each_request(limited)
""",
)


def many(
    connection: Connection, mib: int, times: int = 1, path: str = "/"
) -> dict[str, float]:
    answer = connection.get(path, QUERY_STRING=f"{mib},{times}")
    assert answer.status == 200, answer.log
    report: dict[str, float] = json.loads(answer.body)
    return report


def test_objects_are_where_the_kernel_was_asked_for_huge_pages(
    start: Start,
) -> None:
    report = many(start(APP).data(), 16)
    assert report["own"] > 0.9
    assert report["advised"] >= 14


def test_off_leaves_python_its_own_memory(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_HUGE_PAGES", "off")
    assert many(start(APP).data(), 16)["advised"] == 0


def test_a_program_that_is_no_worker_keeps_its_memory(tmp_path: Path) -> None:
    script = write_script(tmp_path, SURVEY + "    print(many(8))")
    assert b"'own': 0.0, 'advised': 0," in run_once(script).stdout


def test_another_word_is_refused(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_HUGE_PAGES", "2M")
    worker = start(APP)
    worker.ended()
    assert "PERSIST_HUGE_PAGES is on or off, not 2M" in worker.printed()


def test_memory_is_given_back(start: Start) -> None:
    connection = start(APP).data()
    small = many(connection, 1)
    large = many(connection, 32)
    assert large["after"] <= small["after"] + 4


def test_many_turns_take_no_more_than_one(start: Start) -> None:
    connection = start(APP).data()
    once = many(connection, 8)
    often = many(connection, 8, 40)
    assert often["advised"] <= once["advised"] + 4


def test_a_child_has_its_own(start: Start) -> None:
    report = many(start(APP).data(), 8, path="/fork")
    assert report["child"] == 0


def test_a_process_with_little_memory_left_goes_on(start: Start) -> None:
    connection = start(LIMITED).data()
    assert not many(connection, 1)["in_heap"]
    answer = connection.get(QUERY_STRING="64,1")
    assert answer.status == 507
    assert not many(connection, 1)["in_heap"]
