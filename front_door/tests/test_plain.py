# SPDX-License-Identifier: Apache-2.0
"""Without persistd the script runs as a plain CGI program, and the log says
why."""

import os
import resource
import subprocess

import scripts


def plain(site, **settings):
    """Two requests of a site that cannot have a persistd."""
    site.set(**settings)
    site.script("app", scripts.HELLO)
    answers = [site.run("app") for _ in range(2)]
    pids = set()
    for done in answers:
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        assert b"200" in head, done
        assert body.endswith(b" 1\n"), done
        assert b"runs as a plain CGI program: " in done.stderr
        assert done.stderr.count(b"\n") == 1, done.stderr
        pids.add(body)
    assert len(pids) == 2
    return answers[-1].stderr.decode()


def test_there_is_no_persistd(site):
    log = plain(site, PersistDaemon=site.top / "nowhere/persistd")
    assert "has ended before it could serve" in log
    assert "No such file or directory" in site.log()


def test_persistd_may_not_be_executed(site):
    (site.programs / "persistd").chmod(0o644)
    plain(site)
    assert "Permission denied" in site.log()


def test_the_runtime_directory_cannot_be_made(site):
    site.web.parent.chmod(0o555)
    try:
        log = plain_in_closed(site)
    finally:
        site.web.parent.chmod(0o755)
    assert "Permission denied" in log


def plain_in_closed(site):
    return plain(site)


def test_persistd_has_no_room_for_its_table(site):
    """A limit of the size of files holds for shared memory, too."""
    site.script("app", scripts.HELLO)
    done = subprocess.run(
        [site.web / "app.cgi"],
        capture_output=True,
        env={"GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET"},
        preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (1 << 16, 1 << 16)
        ),
        check=False,
    )
    assert done.stdout.endswith(b" 1\n")
    assert b"PERSIST5004" in done.stderr


def test_after_a_failure_the_next_requests_do_not_try(site):
    """For some seconds, which have just begun when the last one looks."""
    plain(site, PersistDaemon=site.top / "nowhere/persistd")
    tries = site.log().count("nowhere/persistd")
    (site.runtime / "failed").touch()
    assert b"runs as a plain CGI program: " in site.run("app").stderr
    assert site.log().count("nowhere/persistd") == tries > 0


def test_a_plain_script_has_the_encoding_of_a_worker(site):
    """A script in Ruby or Guile reads text by it."""
    (site.programs / "persistd").unlink()
    head = "printf 'Content-Type: text/plain\\n\\n'"
    site.script("app", f"#!/bin/sh\n{head}; echo $LC_CTYPE\n", "")
    assert site.run("app", LANG="C").stdout.endswith(b"\n\nC.UTF-8\n")


APPLICATION = """
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["PATH_INFO"].encode()]
"""


def test_an_application_runs_plain_too(site):
    (site.programs / "persistd").unlink()
    site.set(PersistApp="auto")
    site.write("app.wsgi", APPLICATION)
    site.script("index", "")
    done = site.run("index", PATH_INFO="/a/b", QUERY_STRING="")
    assert done.stdout.endswith(b"\r\n\r\n/a/b")
    assert b"app.wsgi runs as a plain CGI program" in done.stderr


def test_what_cannot_run_at_all_is_a_500(site):
    (site.programs / "persistd").unlink()
    (site.programs / "persist-app").unlink()
    site.set(PersistApp="auto")
    site.write("app.wsgi", APPLICATION)
    site.script("index", "")
    done = site.run("index")
    assert b"Status: 500" in done.stdout
    assert b"PERSIST2001: script could not be started: No such" in done.stderr


def test_there_may_be_no_more_processes(site):
    """A hosting service limits them. The script itself needs none."""
    site.script("app", scripts.HELLO)
    done = subprocess.run(
        [site.web / "app.cgi"],
        capture_output=True,
        env={"GATEWAY_INTERFACE": "CGI/1.1", "REQUEST_METHOD": "GET"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (0, 0)),
        check=False,
    )
    assert done.stdout.endswith(b" 1\n"), done
    assert b"plain CGI program: fork: Resource temporarily" in done.stderr


def test_the_body_reaches_the_plain_program(site):
    site.set(PersistDaemon=site.top / "nowhere/persistd")
    site.script(
        "app",
        scripts.LOOP
        + """
    request.respond(200, {}, request.body.read())
""",
    )
    done = site.run("app", b"x" * 100000, REQUEST_METHOD="POST")
    assert done.stdout.endswith(b"x" * 100000)
    assert os.path.basename(site.web) == "web"
