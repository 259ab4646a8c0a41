# SPDX-License-Identifier: Apache-2.0
"""Plots the rates of a workload's cells, if matplotlib is there."""

from __future__ import annotations

from pathlib import Path


def rates(path: Path, workload, outcomes) -> None:
    """Draw a group of bars for each cell, the fastest peer on top."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    last = outcomes[-1].results
    peers = [peer for peer, result in last.items() if result.samples]
    peers.sort(key=lambda peer: last[peer].median("rate"))
    figure, axes = pyplot.subplots(
        1,
        len(outcomes),
        sharey=True,
        squeeze=False,
        figsize=(3 + 3 * len(outcomes), 1.5 + 0.3 * len(peers)),
        layout="constrained",
    )
    for axis, outcome in zip(axes[0], outcomes):
        values = [outcome.results[peer].median("rate") for peer in peers]
        colours = ["C1" if p.place == "ours" else "C0" for p in peers]
        axis.barh([peer.title for peer in peers], values, color=colours)
        axis.set_title(outcome.cell.label)
        axis.set_xlabel("requests/s")
        axis.grid(axis="x", alpha=0.3)
    figure.suptitle(workload.title)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
