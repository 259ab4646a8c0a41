# SPDX-License-Identifier: Apache-2.0
"""A run waits for a slow machine, but not for ever."""

import pytest
from harness.pace import PAUSE, Pace, disturbed, probe


class Machine:
    """A machine with these probe times, of which the last one repeats; and the
    measurements on it.
    """

    def __init__(self, *times):
        self.times = list(times)
        self.slept = 0.0
        self.taken = 0

    def probe(self):
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]

    def sleep(self, seconds):
        self.slept += seconds

    def take(self):
        self.taken += 1
        return self.taken

    def measure(self, patience):
        pace = Pace(patience, self.probe, self.sleep)
        pace.fastest = 1.0
        return pace, pace.measure(self.take, lasts=1.2)


def test_twice_the_fastest_is_still_steady():
    assert not disturbed(2.0, 1.0)
    assert disturbed(2.01, 1.0)


def test_a_steady_machine_is_measured_once():
    machine = Machine(1.1)
    pace, sample = machine.measure(patience=10)
    assert (sample, pace.again, machine.slept) == (1, 0, 0)


def test_a_slow_one_is_waited_for_and_measured_again():
    machine = Machine(9, 9, 9, 1)
    pace, sample = machine.measure(patience=10)
    assert (sample, pace.again, machine.slept) == (2, 1, 2 * PAUSE)
    assert str(pace).endswith(": 1")


@pytest.mark.parametrize(("patience", "taken"), [(0, 1), (3, 2)])
def test_patience_ends(patience, taken):
    machine = Machine(9)
    pace, sample = machine.measure(patience)
    assert sample == taken
    assert machine.slept == patience
    assert str(pace).endswith("the last ones were not repeated")


def test_the_fastest_is_learned():
    machine = Machine(0.1, 0.3, 0.1)
    pace, _ = machine.measure(patience=10)
    assert pace.fastest == 0.1
    pace.measure(machine.take, lasts=1.2)
    assert pace.again == 1


def test_a_probe_does_something():
    assert 0 < probe() < 60
