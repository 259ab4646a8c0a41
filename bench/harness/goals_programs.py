# SPDX-License-Identifier: Apache-2.0
"""The goals of PersistMode cgi; pure."""

from __future__ import annotations

from .goal import Goal, View, line
from .workload import connections_label as label


def programs(view: View) -> list[list[str]]:
    """Compare unchanged CGI programs with mod_cgid, over 8 connections."""
    asked = {
        "c": 4.0,
        "cgit": 2.5,
        "sh": 3.5,
        "perl": 2.5,
        "perl-cgi": 6.0,
        "python": 6.0,
        "python-modules": 15.0,
        "ruby": 20.0,
        "ruby-cgi": 15.0,
    }
    return [
        line(
            f"CGI program, {name}, {label(8)}",
            "mod_cgid",
            Goal(least),
            view.named("programs", label(8), f"host-{name}"),
            view.named("programs", label(8), f"exec-{name}"),
        )
        for name, least in asked.items()
    ]
