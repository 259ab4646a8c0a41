# SPDX-License-Identifier: Apache-2.0
"""Changes of state are logged at level debug, on request only."""

from driver import STOP_MS
from waiting import wait_for


def steps(httpd):
    """The texts of all lines at level debug."""
    lines = httpd.log().split("\n")
    return [
        line.split("] ", 3)[3] for line in lines if "[persist:debug]" in line
    ]


def live_once(httpd):
    """One worker becomes ready and is drained."""
    script = httpd.script()
    httpd.ensure(script)
    (pid,) = httpd.wait_live(1)
    httpd.order("drain", script)
    httpd.wait_live(0)
    return script, pid


def test_nothing_is_logged_by_default(httpd):
    live_once(httpd)
    assert steps(httpd) == []


def test_the_life_of_a_worker_is_logged(idle_httpd):
    idle_httpd.settings["debug"] = 1
    httpd = idle_httpd.start()
    script, pid = live_once(httpd)
    worker = f"pool {script}: pid {pid}"
    wait_for(lambda: "cleared" in httpd.log(), "the end of the worker")
    found = iter(steps(httpd))
    for text in [
        f"settings: 8 workers at most, 8 of one owner, {STOP_MS} ms to stop",
        f"pool {script}: defined as number 0, workers 0 to",
        f"pool {script}: plan: start 1, replace 0, retire 0 idle and 0 worn",
        f"{worker} in slot 0: starting",
        f"{worker}: READY, requests at a time: 1",
        f"{worker} in slot 0: ready",
        f"{worker} in slot 0: leaving",
        f"{worker} in slot 0: stopping",
        f"{worker} ended with status 0: expected; slot 0 is cleared",
        f"pool {script}: answer to the order of uid",
    ]:
        assert any(line.startswith(text) for line in found), text


def test_a_back_off_is_logged(idle_httpd):
    idle_httpd.settings["debug"] = 1
    httpd = idle_httpd.start()
    script = httpd.script()
    httpd.ensure(script, "leave-first")
    httpd.logged(f"pool {script}: back-off: no start for")
    httpd.logged(f"pool {script}: back-off is over")


def test_new_settings_turn_it_on_and_off(httpd):
    httpd.set(debug=1)
    live_once(httpd)
    assert steps(httpd)
    httpd.set(debug=0)
    before = steps(httpd)
    live_once(httpd)
    assert steps(httpd) == before


def test_so_does_an_option(idle_httpd):
    arguments = idle_httpd.arguments
    idle_httpd.arguments = lambda **changes: [*arguments(**changes), "--debug"]
    live_once(idle_httpd.start())
    assert steps(idle_httpd)
