# SPDX-License-Identifier: Apache-2.0
"""Plots. They need matplotlib and raise ImportError without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .workload import Outcome

LANGUAGES = ("C", "Python", "Ruby")


def _pyplot():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def _save(figure, path: Path) -> None:
    figure.savefig(path, dpi=110)
    _pyplot().close(figure)


def bars(path: Path, title: str, outcomes: list[Outcome]) -> None:
    """Draw a group of bars for each cell, the fastest peer on top."""
    last = outcomes[-1].results
    peers = [peer for peer, result in last.items() if result.samples]
    peers.sort(key=lambda peer: last[peer].rate)
    figure, axes = _pyplot().subplots(
        1,
        len(outcomes),
        sharey=True,
        squeeze=False,
        figsize=(3 + 3 * len(outcomes), 1.5 + 0.3 * len(peers)),
        layout="constrained",
    )
    for axis, outcome in zip(axes[0], outcomes):
        values = [outcome.results[peer].rate for peer in peers]
        colours = ["C1" if p.place == "ours" else "C0" for p in peers]
        axis.barh([peer.title for peer in peers], values, color=colours)
        axis.set_title(outcome.cell.label)
        axis.set_xlabel("requests/s")
        axis.grid(axis="x", alpha=0.3)
    figure.suptitle(title)
    _save(figure, path)


def panel_of(language: str) -> str:
    return language if language in LANGUAGES else "other languages"


def _line(axis, peer, numbers, outcomes, colour) -> None:
    ours = peer.place == "ours"
    results = [outcome.results.get(peer) for outcome in outcomes]
    there = [(n, r) for n, r in zip(numbers, results) if r and r.samples]
    if there:
        axis.plot(
            [n for n, _ in there],
            [result.rate for _, result in there],
            label=peer.title,
            color="black" if ours else colour,
            linewidth=2.5 if ours else 1.2,
            linestyle="--" if peer.place in ("floor", "inside") else "-",
            marker="o",
            markersize=4,
        )


def lines(path: Path, title: str, outcomes: list[Outcome], numbers) -> None:
    """Draw rates by connections, with a panel for each language and thick lines
    for mod_persist.
    """
    peers = list(outcomes[0].results)
    names = list(dict.fromkeys(panel_of(peer.language) for peer in peers))
    figure, axes = _pyplot().subplots(
        -(-len(names) // 2),
        2,
        sharey=True,
        squeeze=False,
        figsize=(13, 1 + 4.5 * -(-len(names) // 2)),
        layout="constrained",
    )
    for axis in axes.flat[len(names) :]:
        axis.set_visible(False)
    for name, axis in zip(names, axes.flat):
        here = [peer for peer in peers if panel_of(peer.language) == name]
        for n, peer in enumerate(here):
            _line(axis, peer, numbers, outcomes, f"C{n % 10}")
        axis.set(title=name, xlabel="connections", ylabel="requests/s")
        axis.set_xscale("log", base=2)
        axis.set_xticks(numbers, [str(n) for n in numbers])
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
        axis.legend(fontsize=8)
    figure.suptitle(f"{title} (dashed: in httpd's own processes)")
    _save(figure, path)


def growth(path: Path, title: str, curves, label: str, unit: str) -> None:
    """Draw curves {name: [(x, y)]} over a logarithmic x, y from 0."""
    figure, axis = _pyplot().subplots(figsize=(8, 5), layout="constrained")
    for name, points in curves.items():
        axis.plot(*zip(*points), label=name, marker="o")
        for x, y in points:
            axis.annotate(
                f"{y:.0f}", (x, y), (0, 7), textcoords="offset points"
            )
    axis.set(title=title, xlabel=label, ylabel=unit)
    axis.set_xscale("log")
    axis.margins(y=0.15)
    axis.set_ylim(bottom=0)
    axis.grid(alpha=0.3)
    axis.legend()
    _save(figure, path)
