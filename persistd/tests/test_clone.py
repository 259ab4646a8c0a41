# SPDX-License-Identifier: Apache-2.0
"""Workers that offer clones, and what persistd does when there are none. That
clones come about is seen in t/, with the SDKs."""

import pytest
from processes import alive, terminate
from waiting import wait_for


@pytest.mark.parametrize("behaviour", ["honest", "mute", "liar"])
def test_where_no_clone_comes_the_script_is_started(httpd, behaviour):
    httpd.ensure(httpd.script(), "clones", behaviour, low=2)
    pids = httpd.wait_live(2)
    httpd.logged("asked for a clone")
    line = httpd.logged("no clone: ")
    assert line.endswith("; for 10 s its workers are started by exec")
    assert len(set(pids)) == 2
    names = (httpd.instance / "p").glob("[wl].*")
    assert sorted(path.name[0] for path in names) == [*"llww"]


def test_nobody_is_asked_again_for_a_while(httpd):
    httpd.ensure(httpd.script(), "clones", low=3, high=3)
    httpd.wait_live(3)
    assert httpd.log().count("asked for a clone") == 1


def test_who_does_not_offer_it_is_not_asked(httpd):
    httpd.ensure(httpd.script(), low=2)
    httpd.wait_live(2)
    assert "asked for a clone" not in httpd.log()


def test_an_answer_of_who_does_not_offer_it_breaks_the_rules(httpd):
    httpd.ensure(httpd.script(), "unasked")
    httpd.logged("CLONED")


def test_the_source_may_die_meanwhile(httpd):
    httpd.ensure(httpd.script(), "clones", "mute", low=2)
    httpd.logged("asked for a clone")
    pid = httpd.live()[0]
    terminate(pid)
    wait_for(lambda: not alive(pid), "its end")
    assert pid not in httpd.wait_live(2)
