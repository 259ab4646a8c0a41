# SPDX-License-Identifier: Apache-2.0
"""Writes the results: README.md with tables, one PNG to a plotted workload."""

from __future__ import annotations

import datetime
from itertools import groupby
from pathlib import Path

from . import machine, plot

INTRO = """\
# Results

Each figure is the median of {repeats} measurements of {seconds:g} s, taken
in turn with those of all others. *CPU µs* is what a request cost in all
processes but the client's. *× floor* compares with the faster handler in C,
*× best peer* with the fastest one of the same language that works outside of
httpd and is not ours. Failures are all of all measurements.
"""
QUICK = """
**This was a quick run: it shows that everything works, and no figures.**
"""


def write(directory: Path, outcomes, peers, told, began) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    text = [INTRO.format(repeats=told.repeats, seconds=told.seconds)]
    if told.quick:
        text.append(QUICK)
    text.append(_circumstances(peers, began))
    for workload, group in groupby(outcomes, key=lambda o: o.workload):
        text.append(_section(directory, workload, list(group)))
    text.append(_settings(peers))
    (directory / "README.md").write_text("\n".join(text))
    print(f"bench: the results are in {directory}/README.md")


def _circumstances(peers, began: datetime.datetime) -> str:
    packages = {package for peer in peers for package in peer.packages}
    facts = [f"{began:%Y-%m-%d %H:%M} UTC", *machine.facts(packages)]
    return "".join(f"- {fact}\n" for fact in facts)


def _section(directory: Path, workload, outcomes) -> str:
    lines = [f"## {workload.title}\n"]
    if workload.about:
        lines.append(f"{workload.about}\n")
    if workload.plotted:
        name = f"{workload.name}.png"
        plot.rates(directory / name, workload, outcomes)
        lines.append(f"![requests/s]({name})\n")
    for outcome in outcomes:
        lines.append(f"### {outcome.cell.label}\n")
        lines.append(workload.table(outcome.results))
    return "\n".join(lines)


def _settings(peers) -> str:
    rows = "".join(f"| {p.title} | {p.settings} |\n" for p in peers)
    return (
        "## Settings\n\n"
        "httpd: event MPM, 4 children of 256 threads, all started beforehand "
        "(MaxRequestWorkers 1024), an access log, mod_reqtimeout with Debian's "
        "values, MaxKeepAliveRequests 0, AllowOverride None.\n\n"
        "| | |\n| --- | --- |\n" + rows
    )
