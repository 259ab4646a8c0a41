# SPDX-License-Identifier: Apache-2.0
"""Writes the results: README.md with tables, one PNG for each plotted workload,
and samples.json.xz with all samples.
"""

from __future__ import annotations

import datetime
from itertools import groupby
from pathlib import Path

from . import acgi_tables, beside, goals, machine, samples

INTRO = """\
# Results

Each figure is the median of several measurements; the column *runs* has their
number. A measurement takes {effort.seconds} s (mod_cgid: 3 s; longer ones are
noted), and those of all rows are interleaved. A row that a goal depends on has
{effort.repeats} or more, any other row has {effort.others}. *CPU µs* is the
cost of a request in all processes except the client. *× floor* compares with
the faster handler in C, *× best peer* with the fastest peer of the same
language that runs outside of httpd and is not ours. Failures are the sum over
all measurements.
"""
QUICK = """
**This was a quick run. It shows that these rows work; its figures mean
nothing.**
"""
GOALS = """\
## Goals

The ratio is ours divided by theirs, both from this run. Best peers are the best
of this run in the same language; for bytes, in any language. A line with
failures of ours meets no goal. *Bound* is the ratio of a minimal program that
does less work in our place: the shortest path to a worker that does only the
work, or the work without any path. ± is the standard error of a ratio,
estimated from the differences between the measurements of each side. A line
that is nearer to its goal than this may change its verdict in the next run.
Goals of workloads that are not part of this run are left out.

"""

BESIDE = """\
## Beside other builds

The ratio is this build divided by the other one, in brackets; both ran at the
same time, each with a server of its own.

"""


def write(directory: Path, outcomes, peers, run_plan, began) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    text = [INTRO.format(effort=run_plan.effort)]
    if run_plan.quick:
        text.append(QUICK)
    text.append(_circumstances(peers, run_plan, began))
    text.append(GOALS + goals.table(outcomes))
    if others := beside.table(outcomes):
        text.append(BESIDE + others)
    text += _published(outcomes)
    for workload, group in groupby(outcomes, key=lambda o: o.workload):
        text.append(_section(directory, workload, list(group)))
    text.append(_settings(peers))
    (directory / "README.md").write_text("\n".join(text))
    samples.write(directory / samples.NAME, outcomes)
    print(f"bench: the results are in {directory}/README.md")


def _published(outcomes) -> list[str]:
    names = {outcome.workload.name for outcome in outcomes}
    tables = []
    if names & acgi_tables.ACGI:
        table = acgi_tables.acgi(outcomes)
        tables.append(f"## As acgi was measured\n\n{table}")
    if names & acgi_tables.FASTCGI:
        table = acgi_tables.fastcgi(outcomes)
        tables.append(f"## As FastCGI was measured\n\n{table}")
    return tables


def _circumstances(peers, run_plan, began: datetime.datetime) -> str:
    packages = {package for peer in peers for package in peer.packages}
    took = datetime.datetime.now(datetime.timezone.utc) - began
    facts = [
        f"{began:%Y-%m-%d %H:%M} UTC, {took.total_seconds() / 60:.0f} minutes",
        *machine.facts(packages),
        run_plan.group,
    ]
    if not run_plan.quick:
        facts.append(str(run_plan.pace))
    return "".join(f"- {fact}\n" for fact in facts)


def _section(directory: Path, workload, outcomes) -> str:
    lines = [f"## {workload.title}\n"]
    if workload.about:
        lines.append(f"{workload.about}\n")
    if workload.plotted:
        lines.append(_plot(directory, workload, outcomes))
    lines.append(workload.tables(outcomes))
    return "\n".join(lines)


def _plot(directory: Path, workload, outcomes) -> str:
    name = f"{workload.name}.png"
    try:
        workload.draw(directory / name, outcomes)
    except ImportError as error:
        return f"(No plot: {error}.)\n"
    return f"![{workload.title}]({name})\n"


def _settings(peers) -> str:
    rows = "".join(f"| {p.title} | {p.settings} |\n" for p in peers)
    return (
        "## Settings\n\n"
        "httpd: event MPM, 4 children of 256 threads, all started beforehand "
        "(MaxRequestWorkers 1024), an access log, mod_reqtimeout with Debian's "
        "values, MaxKeepAliveRequests 0, AllowOverride None.\n\n"
        "| | |\n| --- | --- |\n" + rows
    )
