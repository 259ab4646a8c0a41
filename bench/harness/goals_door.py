# SPDX-License-Identifier: Apache-2.0
"""The goals of persist-cgi; pure."""

from __future__ import annotations

from dataclasses import replace

from .goal import Goal, Side, View, line, within
from .sample import Result
from .workload import connections_label as label


def door(view: View) -> list[list[str]]:
    return [*scripts(view), *word_path(view), *processes(view)]


def scripts(view: View) -> list[list[str]]:
    """Compare with the same file as a plain CGI program."""
    return [
        line(
            f"persist-cgi, {title}, {language}, {label(4)}",
            "mod_cgid",
            Goal(least),
            view.named("door", f"{case}, {label(4)}", f"door-{peer}"),
            view.named("door", f"{case}, {label(4)}", f"plain-{peer}"),
        )
        for case, title, language, least in (
            ("environment", "environment dump", "Python", 5.0),
            ("environment", "environment dump", "Ruby", 12.0),
            ("setup", "a set-up of one second", "Python", 40.0),
            ("setup", "a set-up of one second", "Ruby", 60.0),
        )
        for peer in (language.lower(),)
    ]


def word_path(view: View) -> list[list[str]]:
    """Compare the latency, less that of the same request through the module,
    with the latency of a CGI program in C.
    """
    rows = []
    for name in ("door-word-path", "door-word-path-static"):
        for cell in (f"word path, {label(n)}" for n in (1, 4)):
            ours = view.named("door", cell, name)
            worker = view.named("door", cell, "persist-word-path")
            what = f"{ours[0] if ours else name}, {cell}"
            rows.append(
                line(
                    f"{what}: p50 less the module's",
                    "mod_cgid",
                    Goal(most=1.25),
                    less(ours, worker),
                    view.named("door", cell, "exec-c"),
                    "p50",
                )
            )
    return rows


def less(ours: Side, other: Side) -> Side:
    """Return ours without the other's median latency."""
    if not ours or not other:
        return () if () in (ours, other) else None
    there = other[1].median("p50")
    samples = [replace(one, p50=one.p50 - there) for one in ours[1].samples]
    return ours[0], Result(samples, ours[1].why_not, ours[1].lost)


def processes(view: View) -> list[list[str]]:
    """Bound the CPU time of one process."""
    return [
        within(
            f"{title}, CPU of one process",
            1e-3,
            view.named("door", "one process at a time", name),
            view.named("door", "one process at a time", "process"),
        )
        for name, title in (
            ("door-c", "persist-cgi"),
            ("door-c-static", "persist-cgi (linked statically)"),
        )
    ]
