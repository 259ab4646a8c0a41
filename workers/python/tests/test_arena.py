# SPDX-License-Identifier: Apache-2.0
"""ext/arena.c: Python's objects in huge pages."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from conftest import CFFI

if TYPE_CHECKING:
    from conftest import Connection, Start

pytestmark = [
    pytest.mark.skipif(CFFI, reason="the extension does it"),
    pytest.mark.skipif(
        sys.version_info < (3, 10), reason="arenas are smaller"
    ),
    pytest.mark.skipif(
        not Path("/sys/kernel/mm/transparent_hugepage").exists(),
        reason="the kernel has no huge pages",
    ),
]

MIB = 1 << 20

# /many?N makes N MiB of small objects, keeps them for the time of a report, and
# tells in which mappings they were, and what has the advice then and afterwards.
APP = """
    import json, os, threading

    def mappings():
        found = []
        for line in open("/proc/self/smaps"):
            words = line.split()
            if not words[0].endswith(":"):
                first, end = (int(x, 16) for x in words[0].split("-"))
                found.append([first, end, False])
            elif words[0] == "VmFlags:":
                found[-1][2] = "hg" in words
        return found

    def advised():
        return sum(end - first for first, end, hg in mappings() if hg)

    def many(mib):
        objects = [object() for _ in range(mib * 65536)]
        own = [
            any(hg and first <= id(thing) < end for first, end, hg in maps)
            for maps in [mappings()]
            for thing in objects[:: 4096]
        ]
        return {"own": sum(own) / len(own), "advised": advised()}

    def answer(request):
        mib, times = map(int, request.env["QUERY_STRING"].split(","))
        report = [many(mib) for _ in range(times)][-1]
        report["after"] = advised()
        if request.path == "/fork":
            pid = os.fork()
            if pid == 0:
                os._exit(many(mib)["own"] != report["own"])
            report["child"] = os.waitpid(pid, 0)[1]
        request.respond(200, {}, json.dumps(report).encode())

    persist_worker.each_request(answer)
"""

# The same with room for 16 MiB.
LIMITED = APP.replace(
    "    persist_worker.each_request(answer)",
    """
    import resource

    def limited(request):
        try:
            answer(request)
        except MemoryError:
            request.respond(507, {}, b"")

    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + (16 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    persist_worker.each_request(limited)
""",
)


def many(
    connection: Connection, mib: int, times: int = 1, path: str = "/"
) -> Any:
    answer = connection.get(path, QUERY_STRING=f"{mib},{times}")
    assert answer.status == 200, answer.log
    return json.loads(answer.body)


def test_objects_are_where_the_kernel_was_asked_for_huge_pages(
    start: Start,
) -> None:
    report = many(start(APP).data(), 16)
    assert report["own"] > 0.9
    assert report["advised"] >= 14 * MIB


def test_off_leaves_python_its_own_memory(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERSIST_HUGE_PAGES", "off")
    assert many(start(APP).data(), 16)["advised"] == 0


def test_memory_is_given_back(start: Start) -> None:
    connection = start(APP).data()
    small = many(connection, 1)
    large = many(connection, 32)
    assert large["after"] <= small["after"] + 4 * MIB


def test_many_turns_take_no_more_than_one(start: Start) -> None:
    connection = start(APP).data()
    once = many(connection, 8)
    often = many(connection, 8, 40)
    assert often["advised"] <= once["advised"] + 4 * MIB


def test_a_child_has_its_own(start: Start) -> None:
    report = many(start(APP).data(), 8, path="/fork")
    assert os.waitstatus_to_exitcode(report["child"]) == 0


def test_a_process_with_little_memory_left_goes_on(start: Start) -> None:
    connection = start(LIMITED).data()
    assert many(connection, 1)["own"] > 0
    answer = connection.get(QUERY_STRING="64,1")
    assert answer.status == 507
    assert many(connection, 1)["advised"] > 0
