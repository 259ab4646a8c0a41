# SPDX-License-Identifier: Apache-2.0
"""Writes the results: README.md with tables, one PNG to a plotted workload, and
samples.json.xz with all samples."""

from __future__ import annotations

import datetime
from itertools import groupby
from pathlib import Path

from . import acgi_tables, goals, machine, samples

INTRO = """\
# Results

Each figure is the median of as many measurements as the column *runs* says, of
{effort.seconds} s each (mod_cgid: 3 s; what takes longer says so), in turn with
those of all other rows. A row that a goal is judged by has {effort.repeats} or
more, any other has {effort.others}. *CPU µs* is what a request cost in all
processes but the client's. *× floor* compares with the faster handler in C,
*× best peer* with the fastest one of the same language that works outside of
httpd and is not ours. Failures are all of all measurements.
"""
QUICK = """
**This was a quick run: it shows that everything works, and no figures.**
"""
GOALS = """\
## Goals

Ours divided by theirs, both of this run. Best peers are the best of this run,
of the same language but for bytes. A line of ours with failures meets no goal.
*Bound* is the ratio of somebody in our place who does less: the shortest way to
a worker that does the work and nothing more, or the same without any way. ± is
the standard error of a ratio, by how much the measurements of both sides
differed among themselves: a line that lies nearer to its goal may turn in the
next run.

"""


def write(directory: Path, outcomes, peers, run_plan, began) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    text = [INTRO.format(effort=run_plan.effort)]
    if run_plan.quick:
        text.append(QUICK)
    text.append(_circumstances(peers, run_plan, began))
    text.append(GOALS + goals.table(outcomes))
    text.append(f"## As acgi was measured\n\n{acgi_tables.acgi(outcomes)}")
    text.append(
        f"## As FastCGI was measured\n\n{acgi_tables.fastcgi(outcomes)}"
    )
    for workload, group in groupby(outcomes, key=lambda o: o.workload):
        text.append(_section(directory, workload, list(group)))
    text.append(_settings(peers))
    (directory / "README.md").write_text("\n".join(text))
    samples.write(directory / samples.NAME, outcomes)
    print(f"bench: the results are in {directory}/README.md")


def _circumstances(peers, run_plan, began: datetime.datetime) -> str:
    packages = {package for peer in peers for package in peer.packages}
    took = datetime.datetime.now(datetime.timezone.utc) - began
    facts = [
        f"{began:%Y-%m-%d %H:%M} UTC, {took.total_seconds() / 60:.0f} minutes",
        *machine.facts(packages),
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
