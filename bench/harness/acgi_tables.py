# SPDX-License-Identifier: Apache-2.0
"""The tables that were published for acgi and FastCGI, in their shape; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .goal import View, milliseconds
from .table import markdown, number, ratio
from .workload import connections_label as label

if TYPE_CHECKING:
    from .workload import Outcome

NOT = "not measured"

# The workloads that each table shows.
ACGI = {"environment", "setup"}
FASTCGI = {"personal"}


def acgi(outcomes: list[Outcome]) -> str:
    """Compare CGI and mod_persist: one Ruby script, four clients."""
    view = View(outcomes)
    rows = [["4 clients", "CGI requests/s", "mod_persist requests/s", "×"]]
    for workload, title in (
        ("environment", "environment dump"),
        ("setup", "the same, with a set-up of one second"),
    ):
        sides = [
            view.named(workload, label(4), name)
            for name in ("cgid-ruby", "persist-ruby")
        ]
        rates = [side[1].rate if side else 0.0 for side in sides]
        shown = [number(value) if value else NOT for value in rates]
        rows.append([title, *shown, ratio(rates[1], rates[0])])
    return markdown(rows)


# The cell, the peer, and the name of this combination in the paper.
WAYS = (
    ("cache", "persist-affinity", "mod_persist, affinity + cache"),
    ("cache", "persist-python", "mod_persist, cache without affinity"),
    ("kept", "persist-python", "mod_persist, without cache"),
    ("cache", "wsgi-embedded", "in-process API, cache"),
    ("kept", "wsgi-embedded", "in-process API, kept database connection"),
    ("opened", "wsgi-embedded", "in-process API, no kept connection"),
)


def fastcgi(outcomes: list[Outcome]) -> str:
    """Compare personalised content with an in-process API that keeps nothing.

    The API is mod_wsgi in httpd's own processes, with the same code.
    """
    view = View(outcomes)
    base = view.named("personal", "opened", "wsgi-embedded")
    least = base[1].rate if base else 0.0
    rows = [["10 clients", "requests/s", "p50", "p99", "× the last row"]]
    for cell, name, title in WAYS:
        side = view.named("personal", cell, name)
        figures = [NOT, "", "", ""]
        if side:
            figures = [
                number(side[1].rate),
                milliseconds(side[1].median("p50")),
                milliseconds(side[1].median("p99")),
                ratio(side[1].rate, least),
            ]
        rows.append([title, *figures])
    return markdown(rows)
