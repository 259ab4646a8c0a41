# SPDX-License-Identifier: Apache-2.0
"""bench.py: measures mod_persist and its peers side by side, in one run.

`make bench` calls it through ./run, with BENCHFLAGS.
"""

import argparse
import datetime
import importlib
import os
import pkgutil
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import peers
import workloads
from harness import beside, budget, one_group, pace, report, runner, tree

# These run first, because the memory figures are for workers that have not done
# any large request yet.
FIRST = ("hello", "memory", "idle")
# The share of --within that is planned; the rest is for delays.
MARGIN = 0.9
# Seconds that --quick may take, from the first server on.
QUICK = 300.0
# Seconds in all that a run waits for a machine that is slowed down.
PATIENCE = 600.0


def members(package, name):
    """Collect what all modules of a package define under a name."""
    found = []
    for module in pkgutil.iter_modules(package.__path__):
        path = f"{package.__name__}.{module.name}"
        found += getattr(importlib.import_module(path), name)
    return found


def parse_options():
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="five minutes: what goals depend on, once, as far as it fits",
    )
    parser.add_argument(
        "--within", type=float, help="minutes; sets the next three options"
    )
    parser.add_argument(
        "--seconds", type=int, help="duration of each measurement"
    )
    parser.add_argument(
        "--repeats", type=int, help="repeats of rows that goals depend on"
    )
    parser.add_argument("--others", type=int, help="repeats of all other rows")
    parser.add_argument(
        "--only", default="", help="workloads, separated by commas"
    )
    parser.add_argument(
        "--peers", default="", help="peers, separated by commas"
    )
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="NAME=BUILD",
        help="ours once more, from this build directory",
    )
    parser.add_argument(
        "--results", type=Path, help="directory for the results"
    )
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    parser.add_argument(
        "--list", action="store_true", help="list peers and workloads"
    )
    options = parser.parse_args()
    default = "quick" if options.quick else "results"
    options.results = options.results or Path(
        os.environ["top_builddir"], "bench", default
    )
    return options


def chosen(things, words):
    """Return the things with these names, or all if no name is given."""
    names = {word for word in words.split(",") if word}
    unknown = names - {thing.name for thing in things}
    if unknown:
        sys.exit(f"bench: there is no {', '.join(sorted(unknown))}")
    return [thing for thing in things if not names or thing.name in names]


def effort(options, all_workloads, all_peers):
    """Return the effort that the options set, or choose one, and print it."""
    shares = runner.shares(all_workloads, all_peers)
    servers = len(runner.by_server(all_workloads))
    best = budget.QUICK if options.quick else budget.LADDER[-1]
    if options.within:
        best = budget.choose(options.within * 60 * MARGIN, shares, servers)
    repeats = options.repeats or best.repeats
    others = options.others or options.repeats or best.others
    best = budget.Effort(options.seconds or best.seconds, repeats, others)
    minutes = budget.expected(best, shares, servers) / 60
    if not options.quick:
        print(f"bench: {best}, about {minutes:.0f} minutes", flush=True)
    return best


def those_that_fit(all_workloads, all_peers):
    """Return the workloads of --quick: those with goals, from the first on, as
    far as the time goes. Print what is left out.
    """
    with_goals = [
        workload
        for workload in all_workloads
        if any(map(workload.judges, runner.takers(workload, all_peers)))
    ]
    costs = [
        budget.START + runner.first_round(workload, all_peers)
        for workload in with_goals
    ]
    kept = with_goals[: budget.fitting(QUICK * MARGIN, costs)]
    left = [each.name for each in all_workloads if each not in kept]
    print(
        f"bench: each row with a goal once, {QUICK / 60:.0f} minutes at most; "
        f"left out: {', '.join(left) or 'nothing'}",
        flush=True,
    )
    return kept


def terminated(*_):
    """End at the first SIGTERM; later ones do not interrupt the clean-up."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit("bench: terminated")


def main():
    options = parse_options()
    all_peers = chosen(members(peers, "PEERS"), options.peers)
    all_peers += beside.again(all_peers, options.beside)
    all_workloads = chosen(members(workloads, "WORKLOADS"), options.only)
    all_workloads.sort(key=lambda workload: workload.name not in FIRST)
    if options.list:
        for thing in [*all_peers, *all_workloads]:
            print(f"{thing.name:20} {thing.title}")
        return
    if options.quick:
        all_workloads = those_that_fit(all_workloads, all_peers)
    signal.signal(signal.SIGTERM, terminated)
    tree.adopt_orphans()
    group = one_group.join()
    began = datetime.datetime.now(datetime.timezone.utc)
    run_plan = runner.RunPlan(
        effort(options, all_workloads, all_peers),
        pace.Pace(0 if options.quick else PATIENCE),
        options.quick,
        options.keep,
        group,
    )
    if options.quick:
        run_plan.until = time.monotonic()  # each row once
    elif options.within:
        run_plan.until = time.monotonic() + options.within * 60 * MARGIN
    outcomes = []
    try:
        runner.run(all_workloads, all_peers, run_plan, outcomes)
    finally:
        if outcomes:
            order = all_workloads.index
            outcomes.sort(key=lambda outcome: order(outcome.workload))
            report.write(options.results, outcomes, all_peers, run_plan, began)


if __name__ == "__main__":
    main()
