# SPDX-License-Identifier: Apache-2.0
"""The output of wrk and h2load is parsed; medians and sums are right."""

import pytest
from harness.client import ended
from harness.sample import (
    Result,
    Sample,
    parse_exact,
    parse_h2load,
    parse_wrk,
    percentile,
)

WRK = """Running 1s test @ http://127.0.0.1:1/
  1 threads and 8 connections
Requests/sec: 20000.00
{"requests": 20000, "us": 1000000, "bytes": 4, "p50": 250, "p99": 1500, \
"failures": {"connect": 0, "read": 2, "write": 0, "status": 1, "timeout": 0}}
"""


def test_wrk_is_read():
    sample = parse_wrk(WRK)
    assert sample.rate == 20000
    assert (sample.p50, sample.p99) == (250e-6, 1500e-6)
    assert sample.failures["read"] == 2


def test_the_exact_client_tells_of_quick_and_slow_ones():
    sample = parse_exact(
        '{"requests": 1000, "us": 500000, "p50": 700, "p99": 2000, '
        '"p999": 9000, "slow": 5, "slow_p50": 51000, '
        '"failures": {"status": 0, "read": 0, "timeout": 1}}\n'
    )
    assert (sample.rate, sample.p99, sample.p999) == (2000, 0.002, 0.009)
    assert sample.extra == {"slow": 5, "slow_p50": 0.051}
    assert sample.failures["timeout"] == 1


@pytest.mark.parametrize("output", ["", "unable to connect to 127.0.0.1\n"])
def test_a_wrk_that_failed_is_no_sample(output):
    with pytest.raises(ValueError, match="did not end well"):
        parse_wrk(output)


def test_h2load_counts_only_what_succeeded():
    log = "1\t200\t1000\n2\t200\t3000\n3\t503\t9000\n4\t-1\t5000\n"
    sample = parse_h2load(log, 2)
    assert sample.rate == 1
    assert sample.failures == {"status": 2}
    assert sample.p50 == 3000e-6


def test_percentiles_are_of_the_nearest_rank():
    assert percentile([], 50) == 0
    assert percentile([1.0], 99) == 1
    assert percentile([float(n) for n in range(1, 101)], 99) == 99


def test_a_result_is_the_median_and_the_sum_of_failures():
    samples = [
        Sample(100, 1, 0, 0, cpu=0.1, failures={"read": 1, "status": 0}),
        Sample(300, 1, 0, 0, cpu=0.1, failures={"read": 2}),
        Sample(200, 1, 0, 0, cpu=0.1),
    ]
    result = Result(samples)
    assert result.rate == 200
    assert result.failures == {"read": 3}
    assert Result().rate == 0
    assert samples[0].cpu_each == pytest.approx(0.001)


def test_a_median_has_an_error_by_three_measurements():
    def of(*rates):
        return Result([Sample(rate, 1, 0, 0) for rate in rates])

    assert of(90, 100, 110).error("rate") == pytest.approx(0.07236, rel=1e-3)
    assert of(90, 110).error("rate") is None
    assert of(0, 0, 0).error("rate") is None


def test_a_client_that_got_nothing_is_no_sample():
    with pytest.raises(ValueError, match="no request ended within 2 s"):
        ended(Sample(0, 2, 0, 0, failures={"status": 0}), 2)
    failed = Sample(0, 2, 0, 0, failures={"status": 1})
    assert ended(failed, 2) is failed


def test_a_lost_measurement_is_a_failure():
    assert Result([Sample(1, 1, 0, 0)], "it hung", 2).failures == {
        "measurement": 2
    }
    assert Result([], "it hung", 2).failures == {}
