# SPDX-License-Identifier: Apache-2.0
"""Samples of one or several measurements; pure."""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import dataclass, field


@dataclass
class Sample:
    """One measurement. Times are in seconds; p50, p99 and p999 are times of one
    request. Few clients tell p999.
    """

    requests: int
    seconds: float
    p50: float
    p99: float
    cpu: float = 0.0  # of all processes except the client
    failures: dict[str, int] = field(default_factory=dict)
    extra: dict[str, float] = field(default_factory=dict)
    p999: float = 0.0

    @property
    def rate(self) -> float:
        return self.requests / self.seconds if self.seconds else 0.0

    @property
    def cpu_each(self) -> float:
        return self.cpu / self.requests if self.requests else 0.0


@dataclass
class Result:
    """All measurements of one peer in one cell, or the reason why there are
    none.
    """

    samples: list[Sample] = field(default_factory=list)
    why_not: str = ""
    lost: int = 0  # measurements without a sample

    def median(self, name: str) -> float:
        values = [getattr(sample, name) for sample in self.samples]
        return statistics.median(values) if values else 0.0

    @property
    def rate(self) -> float:
        return self.median("rate")

    def error(self, name: str) -> float | None:
        """Return the standard error of the median, as a share of it, or None
        for fewer than three measurements, which are not enough.

        It is 1.25 times that of the mean, if errors are Gaussian.
        """
        values = [getattr(sample, name) for sample in self.samples]
        middle = self.median(name)
        if len(values) < 3 or not middle:
            return None
        of_mean = statistics.stdev(values) / math.sqrt(len(values))
        return math.sqrt(math.pi / 2) * of_mean / middle

    @property
    def failures(self) -> dict[str, int]:
        total: dict[str, int] = {}
        if self.samples and self.lost:
            total["measurement"] = self.lost
        for sample in self.samples:
            for kind, count in sample.failures.items():
                if count:
                    total[kind] = total.get(kind, 0) + count
        return total


def parse_wrk(output: str) -> Sample:
    """Parse the last line, which wrk.lua has printed.

    >>> parse_wrk('{"requests": 10, "us": 1000000, "p50": 50, "p99": 99,'
    ...           ' "failures": {"read": 1}}').rate
    10.0
    """
    lines = output.strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        raise ValueError(f"wrk did not end well: {output.strip()[-200:]}")
    said = json.loads(lines[-1])
    return Sample(
        requests=said["requests"],
        seconds=said["us"] / 1e6,
        p50=said["p50"] / 1e6,
        p99=said["p99"] / 1e6,
        failures=said["failures"],
    )


def parse_exact(output: str) -> Sample:
    """Parse what exact.c has printed: times of the quick requests, and a rate
    of all.
    """
    sample = parse_wrk(output)
    said = json.loads(output.strip().splitlines()[-1])
    sample.p999 = said["p999"] / 1e6
    sample.extra = {"slow": said["slow"], "slow_p50": said["slow_p50"] / 1e6}
    return sample


def parse_h2load(log: str, seconds: float) -> Sample:
    """Parse h2load's --log-file: start, status and µs of each request."""
    rows = [line.split("\t") for line in log.splitlines() if line]
    times = sorted(int(row[2]) / 1e6 for row in rows)
    bad = sum(not 200 <= int(row[1]) < 400 for row in rows)
    return Sample(
        requests=len(rows) - bad,
        seconds=seconds,
        p50=percentile(times, 50),
        p99=percentile(times, 99),
        failures={"status": bad},
    )


def parse_processes(output: str) -> Sample:
    """Parse what apps/door/processes.py has printed.

    >>> parse_processes('{"seconds": [0.5, 0.3], "cpu": [0.2, 0.1]}').cpu_each
    0.15000000000000002
    """
    said = json.loads(output)
    times = sorted(said["seconds"])
    return Sample(
        requests=len(times),
        seconds=sum(times),
        p50=percentile(times, 50),
        p99=percentile(times, 99),
        cpu=sum(said["cpu"]),
    )


def percentile(ordered: list[float], n: float) -> float:
    """Return the nearest-rank percentile; 0 for an empty list."""
    if not ordered:
        return 0.0
    rank = -(-len(ordered) * n // 100)
    return ordered[max(int(rank), 1) - 1]
