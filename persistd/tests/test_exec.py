# SPDX-License-Identifier: Apache-2.0
"""Scripts that can't be run: persist-exec says why."""

import pytest
from driver import failing

EXEC, BOOT_EXIT = 2001, 2002


def test_a_missing_interpreter_is_named(httpd):
    script = httpd.script(text="#!/usr/bin/pyhton3\n")
    script.chmod(0o755)
    fault, _, _, text = failing(httpd, script, command=[])
    assert fault == EXEC
    assert text == (
        f"ended with status 126: {script}: No such file or "
        "directory: interpreter /usr/bin/pyhton3"
    )


def test_a_missing_command_is_named(httpd):
    fault, _, _, text = failing(
        httpd, httpd.script(), command=["/usr/bin/pyhton3"]
    )
    assert fault == EXEC
    assert text.endswith("/usr/bin/pyhton3: No such file or directory")


def test_a_script_without_a_first_line_is_not_run_by_a_shell(httpd):
    script = httpd.script(text="touch seen\nsleep 600\n")
    script.chmod(0o755)
    fault, _, _, text = failing(httpd, script, command=[])
    assert fault == EXEC
    assert text.endswith("Exec format error: it has no #! line")
    assert not (script.parent / "seen").exists()


def words_of(httpd, text=None, mode=0o755, name="app.py", **options):
    """The first line about a script with this text that can't be run."""
    script = httpd.script(name, text=text) if text else httpd.top / name
    script.chmod(mode)
    fault, _, _, words = failing(httpd, script, command=[], **options)
    assert fault == EXEC
    return words.partition("\n")[0].replace(str(httpd.top), "")


def test_windows_line_ends_are_seen(httpd):
    want = (
        "ended with status 126: /{}: No such file or directory: the script "
        "has Windows line ends; dos2unix converts it"
    )
    lines = {
        "direct": "#!/usr/bin/python3\r\n",
        "env": "#!/usr/bin/env python3\r\n",
        "option": "#! /usr/bin/env python3 -u\r\n",
    }
    for key, (name, text) in enumerate(lines.items()):
        assert words_of(httpd, text, name=name, key=key) == want.format(name)


def test_windows_line_ends_that_do_no_harm_are_left(httpd):
    """env -S takes a carriage return for a blank."""
    script = httpd.script(text="#!/usr/bin/env -S false\r\n")
    script.chmod(0o755)
    fault, _, _, text = failing(httpd, script, command=[])
    assert (fault, text) == (BOOT_EXIT, "ended with status 1")


def test_a_relative_interpreter_is_told(httpd):
    assert words_of(httpd, "#!pyhton3\n").endswith(
        ": interpreter pyhton3 has to be a whole path"
    )


def test_a_byte_order_mark_is_seen(httpd):
    assert words_of(httpd, "\ufeff#!/bin/sh\n").endswith(
        "a byte order mark (UTF-8) stands before its #! line; save it without"
    )


def test_a_program_for_another_machine_is_told(httpd):
    assert words_of(httpd, "\x7fELF nonsense\n").endswith(
        "Exec format error: it was built for another kind of machine"
    )


DENIED = "ended with status 126 as user tester: {}: Permission denied: {}"


def test_a_file_that_may_not_be_executed_is_told(idle_httpd):
    httpd = idle_httpd.start(user="tester")
    assert words_of(httpd, "#!/bin/sh\n", mode=0o644) == DENIED.format(
        "/app.py", "/app.py may not be executed: see its mode"
    )


@pytest.mark.parametrize("interpreter", ["home/bin/python3", "link"])
def test_a_directory_that_may_not_be_searched_is_told(idle_httpd, interpreter):
    httpd = idle_httpd.start(user="tester")
    closed = httpd.top / "home"
    (httpd.top / "link").symlink_to("home/bin/python3")
    closed.mkdir(mode=0)
    words = words_of(httpd, f"#!{httpd.top / interpreter}\n")
    closed.chmod(0o700)
    assert words == DENIED.format(
        "/app.py", "directory /home may not be searched"
    )
