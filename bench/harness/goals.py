# SPDX-License-Identifier: Apache-2.0
"""The goals of mod_persist, and whether a run meets them; pure."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

from .goal import HEAD, Bound, Goal, Side, View, added, bounded_by, line
from .goals_door import door
from .goals_mixed import mixed
from .goals_programs import programs
from .table import markdown
from .workload import connections_label as label

if TYPE_CHECKING:
    from .workload import Outcome


THREE = tuple(map(label, (1, 8, 32)))


def hello(view: View) -> list[list[str]]:
    rows = []

    def each(name, language, theirs, against, least, figure="rate", less=()):
        most = figure == "p99"
        of = ", p99" if most else ""
        for connections, goal in zip((1, 8, 32), least):
            cell = label(connections)
            rows.append(
                line(
                    f"hello, {language}, {cell}{of}",
                    against,
                    Goal(most=goal) if most else Goal(goal),
                    view.named("hello", cell, name),
                    theirs(cell),
                    figure,
                    bounded_by(view.named("hello", cell, *less), theirs(cell)),
                )
            )

    def named(name):
        return lambda cell: view.named("hello", cell, name)

    def best(language):
        return lambda cell: view.best("hello", cell, language)

    python, c, ruby = "persist-python", "persist-c", "persist-ruby"
    bare, bare_python = "bare", "bare-python"
    outside, inside = "best out-of-process", "in-process"
    each(
        python,
        "Python",
        best("Python"),
        outside,
        (2.5, 1.4, 1.25),
        less=(bare, bare_python),
    )
    each(python, "Python", best("Python"), outside, (1, 1, 1), "p99")
    each(
        python,
        "Python",
        named("wsgi-embedded"),
        inside,
        (0.9, 0.9, 0.75),
        less=(bare, bare_python),
    )
    each(c, "C", named(bare), "shortest path", (0.9, 0.9, 0.9))
    each(c, "C", named("floor-flush"), inside, (None, None, None))
    each(
        python,
        "Python",
        named(c),
        "our own",
        (0.85, 0.85, 0.85),
        less=(bare_python,),
    )
    each(ruby, "Ruby", best("Ruby"), outside, (2.0, 1.3, 1.4), less=(bare,))
    return rows


def htaccess(view: View) -> list[list[str]]:
    """Compare what .htaccess sets up with the same in the server's own
    configuration, and with a peer that reads no .htaccess file.
    """
    rows = [
        line(
            f"hello by .htaccess, {language}, {cell}",
            "our own",
            Goal(0.93),
            view.named("hello", cell, f"htaccess-{language.lower()}"),
            view.named("hello", cell, f"persist-{language.lower()}"),
        )
        for language in ("C", "Python", "Ruby")
        for cell in THREE
    ]
    rows += [
        line(
            f"hello by .htaccess, Python, {cell}",
            "without .htaccess",
            Goal(least),
            view.named("hello", cell, "htaccess-python"),
            view.named("hello", cell, "uwsgi"),
        )
        for cell, least in zip(THREE, (1.8, 1.3, 1.1))
    ]
    return rows


def lua(view: View) -> list[list[str]]:
    """Compare handlers in Lua with those of mod_lua, whose default is a state
    for each request, and with our worker in C. What mod_lua reaches with states
    that it keeps, inside of httpd, is the bound.
    """

    def compare(what, cell, least, *, theirs="lua-once"):
        work = what.split(",")[0]
        peer = view.named(work, cell, theirs)
        kept = view.named(work, cell, "lua-server")
        return line(
            f"{what}, {cell}",
            "our own" if theirs == "persist-c" else "inside",
            Goal(least),
            view.named(work, cell, "persist-lua"),
            peer,
            bound=bounded_by(kept, peer) if theirs == "lua-once" else None,
        )

    rows = []
    for cell in THREE:
        rows += [
            compare("hello, Lua", cell, 1.8),
            compare("hello, Lua", cell, None, theirs="lua-server"),
            compare("hello, Lua", cell, None, theirs="lua"),
            compare("hello, Lua", cell, 0.9, theirs="persist-c"),
            compare("digest, Lua", cell, 7.0),
            compare("digest, Lua", cell, None, theirs="lua-server"),
            compare("digest, Lua", cell, None, theirs="lua"),
        ]
    return rows


def guile(view: View) -> list[list[str]]:
    """Compare scripts in Guile with our worker in C: 1.2 times its time."""
    return [
        line(
            f"hello, Guile, {cell}",
            "our own",
            Goal(0.83),
            view.named("hello", cell, "persist-guile"),
            view.named("hello", cell, "persist-c"),
        )
        for cell in THREE
    ]


def environment(view: View) -> list[list[str]]:
    return [
        line(
            f"environment dump, Ruby, {label(n)}",
            "the same script",
            Goal(300),
            view.named("environment", label(n), "persist-ruby"),
            view.named("environment", label(n), "cgid-ruby"),
        )
        for n in (4, 32)
    ]


def large(view: View) -> list[list[str]]:
    """Compare with the best peer in any language: bytes are bytes."""
    rows = [
        line(
            f"1 MiB response, Python, {label(n)}",
            "best out-of-process",
            Goal(2.0),
            view.named("1mib", label(n), "persist-python"),
            view.best("1mib", label(n)),
            bound=bounded_by(
                view.named("1mib", label(n), "bare"),
                view.best("1mib", label(n)),
            ),
        )
        for n in (1, 8)
    ]
    for name, language in (("persist-c", "C"), ("persist-python", "Python")):
        rows.append(
            line(
                f"200 MiB upload, {language}",
                "best out-of-process",
                Goal(1.0),
                view.named("upload", label(1), name),
                view.best("upload", label(1)),
            )
        )
    return rows


def personal(view: View) -> list[list[str]]:
    ours = view.named("personal", "cache", "persist-affinity")
    bare = view.named("personal", "cache", "bare-python")
    return [
        line(
            "personalised content, affinity + cache",
            f"in-process API ({what})",
            Goal(3.0),
            ours,
            view.named("personal", cell, "wsgi-embedded"),
            bound=bounded_by(
                bare, view.named("personal", cell, "wsgi-embedded")
            ),
        )
        for cell, what in (
            ("opened", "no cache, no kept connection"),
            ("kept", "no cache, a kept connection"),
        )
    ]


def pools(view: View) -> list[list[str]]:
    def of(scripts, way):
        return view.named("pools", f"{scripts}, {way}", "persist-c")

    return [
        line(
            f"request to one of 1000 scripts, CPU, {way}",
            "one of 1",
            Goal(most=1.1),
            of("1000 scripts", way),
            of("1 script", way),
            "cpu_each",
            exchanges(of("1000 scripts", way), of("1 script", way)),
        )
        for way in ("always the same", "in turn")
    ]


def exchanges(many: Side, one: Side) -> Bound | None:
    """Return the bound for many scripts: the cost with one script plus what a
    bare exchange costs more with many processes.
    """
    alone = one[1].median("cpu_each") if one else 0.0
    if not many or not alone:
        return None
    bare = [side[1].samples[-1].extra.get("bare", 0.0) for side in (many, one)]
    more = bare[0] - bare[1]
    return Bound("bare exchange", 1 + more / alone) if all(bare) else None


def crowd(view: View) -> list[list[str]]:
    """Nothing may fail, and the rate must be that of 32 connections."""

    def of(connections, name):
        return view.named("concurrency", label(connections), name)

    return [
        line(
            f"1000 connections, 4 workers, {language}",
            "32 connections",
            Goal(0.85, 1.15),
            of(1000, name),
            of(32, name),
            bound=bounded_by(of(1000, less), of(32, less)),
        )
        for language, name, less in (
            ("C", "persist-c", "bare"),
            ("Python", "persist-python", "bare-python"),
            ("Ruby", "persist-ruby", "bare"),
        )
    ]


def alone(view: View, app: str, cell: str, theirs: Side) -> Bound | None:
    """Return the rate of an application without a server, on the cores that so
    many connections can use.
    """
    cores = min(os.cpu_count() or 1, int(cell.split()[0]))
    side = view.named("alone", "one process", f"alone-{app}")
    return bounded_by(side, theirs, times=cores)


# Workers that are each started, and copies of one, as uWSGI's are.
WAYS = (("", "persist-wsgi"), (", copies", "persist-wsgi-copies"))


def python_applications(view: View) -> list[list[str]]:
    """Compare Flask and Django with the same application behind others."""
    rows = []
    for app, (way, name), cell in itertools.product(
        ("flask", "django"), WAYS, THREE
    ):
        work = f"{app.title()}{way}, {cell}"
        ours = view.named(app, cell, f"{name}-{app}")
        best = view.best(app, cell)
        bound = alone(view, app, cell, best)
        rows.append(line(work, "best peer", Goal(1.1), ours, best, bound=bound))
        bare = view.named("alone", "one process", f"alone-{app}")
        for server, most in (("wsgi-daemon", 1.0), ("uwsgi", 0.9)):
            theirs = view.named(app, cell, f"{server}-{app}")
            against = theirs[0] if theirs else server
            rows.append(
                line(
                    f"{work}, CPU",
                    against,
                    Goal(most=most),
                    ours,
                    theirs,
                    "cpu_each",
                    bounded_by(bare, theirs, "cpu_each"),
                )
            )
    return rows


PUMAS = ("puma-sinatra", "puma-threads-sinatra")


def other_applications(view: View) -> list[list[str]]:
    return [
        line(
            f"{app}{way}, {cell}",
            "peer",
            Goal(least),
            view.named(app.lower(), cell, f"{ours}-{app.lower()}"),
            view.named(app.lower(), cell, *theirs),
            bound=alone(
                view, app.lower(), cell, view.named(app.lower(), cell, *theirs)
            ),
        )
        for app, way, least, ours, *theirs in (
            ("FastAPI", "", 1.2, "persist-asgi", "uvicorn-fastapi"),
            ("FastAPI", "", 1.2, "persist-asgi-uvloop", "uvicorn-c-fastapi"),
            ("Sinatra", "", 1.3, "persist-rack", *PUMAS),
            ("Sinatra", ", copies", 1.3, "persist-rack-copies", *PUMAS),
        )
        for cell in THREE
    ]


def adapters(view: View) -> list[list[str]]:
    """Show what an adapter adds to each_request."""
    return [
        added(
            f"hello, {adapter}, {cell}, CPU",
            15e-6,
            view.named("hello", cell, f"persist-{adapter.lower()}"),
            view.named("hello", cell, plain),
        )
        for adapter, plain in (
            ("WSGI", "persist-python"),
            ("Rack", "persist-ruby"),
        )
        for cell in THREE
    ]


def files(view: View) -> list[list[str]]:
    return [
        line(
            f"20 MB by file_wrapper, {cell}",
            "send_file",
            Goal(0.95),
            view.named("file", cell, "persist-wsgi"),
            view.named("file", cell, "persist-python"),
        )
        for cell in THREE[:2]
    ]


def interpreters(view: View) -> list[list[str]]:
    return [
        line(
            f"{work}, {cell}",
            "our own",
            Goal(),
            view.named(work, cell, name),
            view.named(work, cell, "persist-python"),
        )
        for name in ("persist-pypy", "persist-cffi")
        for work in ("hello", "compute")
        for cell in THREE[:2]
    ]


def table(outcomes: list[Outcome]) -> str:
    """Lay out the goals of the workloads that the run has."""
    view = View(outcomes)
    parts = (hello, htaccess, lua, environment, large, personal, pools, crowd)
    parts += (python_applications, other_applications, adapters, files)
    parts += (mixed, interpreters, guile, programs, door)
    rows = [row for part in parts for row in part(view) if row]
    return markdown([HEAD, *rows])
