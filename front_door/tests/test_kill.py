# SPDX-License-Identifier: Apache-2.0
"""Whatever is killed, only what ran in a killed worker fails."""

import contextlib
import os
import signal
import threading

from waiting import wait_for

import scripts


class Load:
    """Clients that ask again and again until they are told to stop."""

    def __init__(self, httpd, path, clients=4):
        self.httpd, self.path = httpd, path
        self.statuses = []
        self.going = True
        self.threads = [
            threading.Thread(target=self.ask) for _ in range(clients)
        ]
        for thread in self.threads:
            thread.start()

    def ask(self):
        while self.going:
            self.statuses.append(self.httpd.get(self.path)[0])

    def more(self, count):
        """Waits for so many more answers."""
        wanted = len(self.statuses) + count
        wait_for(lambda: len(self.statuses) >= wanted, "answers")

    def end(self):
        self.going = False
        for thread in self.threads:
            thread.join()
        return self.statuses


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def test_a_killed_persistd_loses_no_request(site, httpd):
    site.script("app", scripts.HELLO)
    load = Load(httpd, "/app.cgi")
    load.more(20)
    for _ in range(3):
        [pid] = wait_for(site.persistds, "a persistd")
        kill(pid)
        load.more(20)
    assert set(load.end()) == {200}
    assert len(site.persistds()) == 1


def test_its_workers_go_on(site):
    site.script("app", scripts.HELLO)
    first = site.body("app").split()[0]
    [pid] = site.persistds()
    kill(pid)
    wait_for(lambda: not site.persistds(), "its end")
    assert site.body("app") == f"{first} 2\n"
    assert len(site.persistds()) == 1


def test_a_killed_worker_fails_only_what_it_ran(site, httpd):
    site.set(PersistWorkers="2 2")
    site.script("app", scripts.WAITS)
    answers = {}

    def ask(name):
        answers[name] = httpd.get(f"/app.cgi?{name}", method="POST")[0]

    threads = [threading.Thread(target=ask, args=[i]) for i in "ab"]
    for thread in threads:
        thread.start()
    site.wait_for_files([site.web / f"began.{i}" for i in "ab"])
    load = Load(httpd, "/app.cgi?load", 2)  # waits in the queue
    kill(site.processes("app.py")[0])
    wait_for(lambda: len(answers) == 1, "the answer of the killed one")
    site.write("go", "")
    load.more(5)
    for thread in threads:
        thread.join()
    assert sorted(answers.values()) == [200, 502]
    assert set(load.end()) == {200}


def test_a_killed_request_gives_its_worker_back(site):
    site.set(PersistWorkers="1 1")
    copy = site.script("app", scripts.WAITS)
    thread = threading.Thread(
        target=site.run, args=["app"], kwargs={"QUERY_STRING": "a"}
    )
    thread.start()
    site.wait_for_files([site.web / "began.a"])
    [pid] = [
        pid
        for pid in site.processes(str(copy))
        if pid not in site.processes("app.py")
    ]
    kill(pid)
    thread.join()
    site.write("go", "")
    assert site.body("app", QUERY_STRING="b").isdigit()
