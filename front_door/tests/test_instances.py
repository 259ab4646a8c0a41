# SPDX-License-Identifier: Apache-2.0
"""What a renewed runtime directory has left is removed at the next start."""

import fcntl
import os

from waiting import wait_for

import scripts

CALL = "__import__('subprocess').run({}, env={}, capture_output=True).stdout"
REQUEST = {"REQUEST_METHOD": "GET", "SCRIPT_NAME": "/app.cgi"}


def names(uid, *digits):
    return [f"{uid}.{digit * 8}" for digit in digits]


def test_old_instances_go(site):
    """Those that the lock, the link or the name do not keep."""
    old, current, held, link = names(os.getuid(), *"0123")
    short, others = f"{os.getuid()}.456", f"{os.getuid()}.4444444x"
    for name in [old, current, held, short, others]:
        private = site.runtime / name / "p"
        private.mkdir(mode=0o700, parents=True)
        (private / "persistd.lock").touch()
        (private / "journal").touch()
    site.runtime.chmod(0o700)
    (site.runtime / link).symlink_to(others)
    (site.runtime / "current").symlink_to(current)
    site.script("app", scripts.HELLO)
    with (site.runtime / held / "p/persistd.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        site.body("app")
        now = (site.runtime / "current").readlink().name
        kept = {held, link, short, others, now}
        kept |= {"current", "log", "start.lock"}
        wait_for(
            lambda: {path.name for path in site.runtime.iterdir()} == kept,
            "the end of the old ones",
        )
    assert (site.runtime / others / "p/journal").exists()


def test_a_process_with_the_number_of_the_user_keeps_none(site, other_user):
    """Process 1 always runs, and that is another user's number."""
    uid = other_user.tries("os.geteuid()")
    top = other_user.tries("__import__('tempfile').mkdtemp(prefix='fd')")
    [old] = names(uid, "0")
    other_user.tries(f"os.makedirs('{top}/run/{old}/p')")
    other_user.tries(f"os.chmod('{top}/run', 0o700)")
    site.set(PersistRuntimeDir=f"{top}/run")
    copy = site.script("app", scripts.HELLO)
    try:
        assert b"Status: 200" in other_user.tries(
            CALL.format([str(copy)], REQUEST)
        )
        wait_for(
            lambda: not other_user.tries(f"os.path.exists('{top}/run/{old}')"),
            "the end of the old one",
        )
    finally:
        for pid in site.persistds():
            other_user.tries(f"os.kill({pid}, 15)")
        wait_for(lambda: not site.processes(""), "the end of all")
        other_user.tries(f"__import__('shutil').rmtree('{top}')")
