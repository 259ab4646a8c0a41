# SPDX-License-Identifier: Apache-2.0
"""Goals are judged by the ratio of the right rows, without rounding."""

import pytest
from harness import acgi_tables, goals
from harness.goal import Goal, View, added, bounded_by, line
from harness.peer import Peer
from harness.sample import Result, Sample
from harness.workload import Cell, Outcome, Workload


class Named(Peer):
    def __init__(self, name, language, place):
        self.name = self.title = name
        self.language, self.place = language, place


PYTHON = Named("persist-python", "Python", "ours")
AFFINITY = Named("persist-affinity", "Python", "ours")
C = Named("persist-c", "C", "ours")
BARE = Named("bare", "C", "bare")
BARE_PYTHON = Named("bare-python", "Python", "bare")
UWSGI = Named("uwsgi", "Python", "outside")
SLOW = Named("slow", "Python", "outside")
PHP = Named("php", "PHP", "outside")
EMBEDDED = Named("wsgi-embedded", "Python", "inside")


def at(rate, p99=0.002, cpu=0.5, **failures):
    return Result([Sample(rate, 1, 0.001, p99, cpu, failures)])


def outcome(name, label, results):
    workload = Workload()
    workload.name = name
    return Outcome(workload, Cell(label, None), results)


@pytest.fixture
def view():
    results = {PYTHON: at(2000), UWSGI: at(1000), SLOW: at(10), PHP: at(5000)}
    return View([outcome("hello", "1 connection", results)])


def found(outcomes, *words):
    """Return the cells of the one row of goals.table that has these words."""
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]]
        for row in goals.table(outcomes).splitlines()
    ]
    (row,) = [r for r in rows if all(any(w in c for c in r) for w in words)]
    return row


def test_the_best_is_outside_of_httpd_and_of_the_language(view):
    assert view.best("hello", "1 connection", "Python")[0] == "uwsgi"
    assert view.best("hello", "1 connection")[0] == "php"
    assert view.best("hello", "8 connections") is None


def test_who_was_not_measured_is_not_there():
    results = {UWSGI: Result(why_not="it is not installed")}
    view = View([outcome("hello", "1 connection", results)])
    assert view.best("hello", "1 connection") is None
    assert view.named("hello", "1 connection", "uwsgi") is None


def test_bounds_are_not_rounded():
    assert Goal(2.5).verdict(2.4999) == "**no**"
    assert Goal(2.5).verdict(2.5) == "yes"
    assert Goal(most=1.1).verdict(1.1001) == "**no**"
    assert Goal(0.85, 1.15).verdict(1.2) == "**no**"
    assert Goal(1.4).verdict(1.3, bound=1.39) == "no, nor the bound"
    assert Goal(1.4).verdict(1.3, bound=1.4) == "**no**"
    assert Goal(1.4).verdict(1.4, bound=1.3) == "yes"
    assert str(Goal(0.85, 1.15)) == "≥ 0.85× and ≤ 1.15×"
    assert Goal().verdict(0.1) == "–"


def test_a_line_shows_both_sides():
    row = line("a", "b", Goal(1.5), ("ours", at(2000)), ("t", at(1000)))
    assert row == [
        "a",
        "b: t",
        "≥ 1.5×",
        "",
        "2 000/s",
        "1 000/s",
        "2.00",
        "yes",
    ]


def test_a_ratio_has_the_error_of_both_sides():
    def three(middle, apart):
        rates = (middle - apart, middle, middle + apart)
        return Result([Sample(rate, 1, 0.001, 0.002) for rate in rates])

    # 2000 and 1000, each with 1.2533 * 10 % / sqrt(3) = 7.24 %
    ours, theirs = ("o", three(2000, 200)), ("t", three(1000, 100))
    bound = bounded_by(("b", three(3000, 0)), theirs)
    row = line("a", "b", Goal(1.5), ours, theirs, bound=bound)
    assert row[-2] == "2.00 ± 0.20"
    assert row[3] == "b: 3.00 ± 0.22"
    assert line("a", "b", Goal(1.5), ours, ("t", at(1000)))[-2] == "2.00"


def test_ours_with_failures_meets_nothing():
    row = line("a", "", Goal(1), ("o", at(2, read=3)), ("t", at(1, read=9)))
    assert row[-1] == "**no**: 3 of ours failed"


def test_a_missing_side_is_told():
    assert line("a", "b", Goal(1), None, ("t", at(1)))[-1] == "not measured"
    assert line("a", "b", Goal(1), ("o", at(1)), ("t", at(0)))[-1] == (
        "not measured"
    )


def test_a_run_without_a_workload_has_no_lines_of_it():
    measured = [outcome("hello", "1 connection", {PYTHON: at(1)})]
    text = goals.table(measured)
    assert "hello, Python, 8 connections" in text
    assert "1000 scripts" not in text
    assert "Flask" not in text
    assert line("a", "b", Goal(1), (), None) == []


def test_hello_is_compared_at_each_number_of_connections():
    outcomes = [
        outcome(
            "hello",
            label,
            {
                PYTHON: ours,
                UWSGI: at(1000, 0.004),
                BARE: at(3100),
                BARE_PYTHON: at(3000),
            },
        )
        for label, ours in (
            ("1 connection", at(2499, 0.004)),
            ("8 connections", at(1400, 0.005)),
        )
    ]
    row = found(outcomes, "hello, Python, 1 connection", "≥ 2.5×")
    assert row[1:] == [
        "best out-of-process: uwsgi",
        "≥ 2.5×",
        "bare: 3.10",
        "2 500/s",
        "1 000/s",
        "2.50",
        "**no**",
    ]
    assert found(outcomes, "Python, 1 connection, p99")[-1] == "yes"
    assert found(outcomes, "Python, 8 connections", "≥ 1.4×")[-1] == "yes"
    assert found(outcomes, "Python, 8 connections, p99")[-1] == "**no**"
    assert found(outcomes, "32 connections", "≥ 1.25×")[-1] == "not measured"


def test_pools_are_compared_by_cpu():
    outcomes = [
        outcome("pools", f"{n}, in turn", {C: at(1000, cpu=cpu)})
        for n, cpu in (("1 script", 0.05), ("1000 scripts", 0.054))
    ]
    row = found(outcomes, "1000 scripts", "in turn")
    assert row[3:] == ["", "54.0 µs", "50.0 µs", "1.08", "yes"]


def test_what_a_bare_exchange_costs_more_bounds_pools():
    outcomes = [
        outcome("pools", f"{n}, in turn", {C: at(1000, cpu=cpu)})
        for n, cpu in (("1 script", 0.05), ("1000 scripts", 0.07))
    ]
    for one, bare in zip(outcomes, (4e-6, 14e-6)):
        one.results[C].samples[0].extra["bare"] = bare
    row = found(outcomes, "1000 scripts", "in turn")
    assert row[3] == "bare exchange: 1.20"
    assert row[-2:] == ["1.40", "no, nor the bound"]


def test_a_crowd_is_compared_with_32():
    outcomes = [
        outcome("concurrency", "32 connections", {C: at(1000), BARE: at(10)}),
        outcome("concurrency", "1000 connections", {C: at(840), BARE: at(8)}),
    ]
    assert found(outcomes, "4 workers, C")[3] == "bare: 0.80"
    assert found(outcomes, "4 workers, C")[-2:] == ["0.84", "no, nor the bound"]


def test_personal_content_is_compared_with_both_in_process():
    outcomes = [
        outcome(
            "personal",
            way,
            {AFFINITY: at(ours), BARE_PYTHON: at(2900), EMBEDDED: at(theirs)},
        )
        for way, ours, theirs in (
            ("cache", 3000, 2800),
            ("kept", 1, 2000),
            ("opened", 1, 1000),
        )
    ]
    assert found(outcomes, "no kept connection")[3] == "bare-python: 2.90"
    assert found(outcomes, "no kept connection")[-2:] == ["3.00", "yes"]
    assert found(outcomes, "a kept connection")[-2:] == [
        "1.50",
        "no, nor the bound",
    ]
    table = acgi_tables.fastcgi(outcomes)
    assert "| mod_persist, affinity + cache | 3 000 |" in table
    assert "| 3.00 |" in table.splitlines()[2]
    assert "| 1.00 |" in table.splitlines()[-1]
    assert "cache without affinity | not measured |" in table


def test_acgi_is_compared_at_four_clients():
    ruby = Named("persist-ruby", "Ruby", "ours")
    cgi = Named("cgid-ruby", "Ruby", "outside")
    table = acgi_tables.acgi(
        [outcome("environment", "4 connections", {ruby: at(3300), cgi: at(11)})]
    )
    assert "| environment dump | 11.0 | 3 300 | 300.00 |" in table
    assert "second | not measured | not measured | – |" in table


def test_an_adapter_may_add_so_many_microseconds():
    ours, plain = ("w", at(10, cpu=1e-3)), ("e", at(10, cpu=88e-5))
    assert added("x", 15e-6, ours, plain)[-2:] == ["+12.0 µs", "yes"]
    assert added("x", 11e-6, ours, plain)[-1] == "**no**"
    assert added("x", 11e-6, ours, None)[-1] == "not measured"


def test_applications_are_judged_by_each_servers_cpu_and_the_best_rate():
    ours = Named("persist-wsgi-flask", "Python", "ours")
    copies = Named("persist-wsgi-copies-flask", "Python", "ours")
    daemon = Named("wsgi-daemon-flask", "Python", "outside")
    uwsgi = Named("uwsgi-flask", "Python", "outside")
    results = {
        ours: at(1000, cpu=0.95),
        copies: at(1100, cpu=0.9),
        daemon: at(1000, cpu=1.0),
        uwsgi: at(1000, cpu=1.2),
    }
    outcomes = [outcome("flask", "8 connections", results)]
    assert found(outcomes, "Flask, 8 c", "best peer")[-1] == "**no**"
    assert found(outcomes, "Flask, copies, 8 c", "best peer")[-1] == "yes"
    assert found(outcomes, "Flask, 8 c", "CPU", "wsgi-d")[-1] == "yes"
    assert found(outcomes, "Flask, 8 c", "CPU", "≤ 0.9×")[-2:] == [
        "0.79",
        "yes",
    ]


def test_a_handler_in_lua_is_bounded_by_a_state_that_httpd_keeps():
    results = {
        Named("persist-lua", "Lua", "ours"): at(400),
        Named("lua-once", "Lua", "inside"): at(100),
        Named("lua-server", "Lua", "inside"): at(600),
    }
    outcomes = [outcome("digest", "8 connections", results)]
    row = found(outcomes, "digest, Lua, 8 c", "≥ 7×")
    assert row[3] == "lua-server: 6.00"
    assert row[-1] == "no, nor the bound"
