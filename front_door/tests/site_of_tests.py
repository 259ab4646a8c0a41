# SPDX-License-Identifier: Apache-2.0
"""A web directory with scripts and copies of persist-cgi, as their owner makes
it, and what runs in its background."""

import contextlib
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pytest
from waiting import DEADLINE, wait_for

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("PERSIST_BUILDDIR", HERE.parents[1]))
# What `run` says of the uninstalled SDKs.
OF_THE_BUILD = ["PYTHONPATH", "RUBYLIB", "LD_LIBRARY_PATH"]
OF_THE_BUILD += ["PERSIST_APP_RUNNERS"]
# A build whose persist-cgi has sanitizers. persistd, and what runs in workers,
# are those of BUILD: a plain script cannot load a sanitized SDK.
SANITIZED = os.environ.get("FRONT_DOOR_T_SANITIZED")
REPORT = re.compile(r"ERROR: \w+Sanitizer|: runtime error: ")
PROGRAMS = [
    "persistd/persistd",
    "persistd/persist-exec",
    "persistd/persist-look",
    "persist_app/persist-app",
    "cgi_host/persist-cgi-host",
    "front_door/persist-cgi",
]


def build_of(program):
    """libtool keeps the program itself beside a script, if it needs one."""
    path = BUILD / program
    real = path.parent / ".libs" / path.name
    return real if real.exists() else path


def default_of_us():
    """Where persist-cgi has persistd of a user without a home of his own."""
    default = pathlib.Path(f"/tmp/persist-{os.getuid()}")
    home = pathlib.Path(pwd.getpwuid(os.getuid()).pw_dir)
    if default.exists() or (
        home.exists() and home.stat().st_uid == os.getuid()
    ):
        pytest.skip("this user may have a persistd of his own")
    return default


def parent_of(pid):
    """None when it has gone."""
    with contextlib.suppress(OSError):
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        return int(stat.rpartition(")")[2].split()[1])
    return None


class Site:
    def __init__(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="fd", dir="/tmp"))
        self.top.chmod(0o755)
        self.web = self.top / "web"
        self.programs = self.top / "bin"
        self.runtime = self.top / "run"
        self.web.mkdir(mode=0o755)
        self.programs.mkdir(mode=0o755)
        for program in PROGRAMS:
            shutil.copy2(build_of(program), self.programs)
        if SANITIZED:
            shutil.copy2(
                pathlib.Path(SANITIZED) / "front_door/persist-cgi",
                self.programs,
            )
        self.settings = {}
        self.set()

    def set(self, **settings):
        """Writes .persist; PersistEnv is there already."""
        self.settings.update(settings)
        lines = {
            "PersistDaemon": self.programs / "persistd",
            "PersistRuntimeDir": self.runtime,
            **self.settings,
        }
        lines = [f"{name} {value}" for name, value in lines.items() if value]
        for name in OF_THE_BUILD:
            if os.environ.get(name):
                lines.append(f'PersistEnv {name} "{os.environ[name]}"')
        self.write(".persist", "\n".join(lines) + "\n")

    def write(self, name, text, mode=0o644):
        """Replaces the file as a whole: a request may read it."""
        path = self.web / name
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_text(text)
        new.chmod(mode)
        new.rename(path)
        return path

    def shop(self, files, **settings):
        """The application of the page's chapter on mounts, in its folder."""
        self.set(PersistApp="auto", PersistMount="/shop", **settings)
        (self.web / "shop").mkdir(exist_ok=True)
        (self.web / ".persist").rename(self.web / "shop/.persist")
        for name, text in files.items():
            self.write(f"shop/{name}", text)
        shutil.copy2(self.programs / "persist-cgi", self.web / "shop/index.cgi")

    def script(self, name, text, extension=".py"):
        """The script, and a copy of persist-cgi beside it."""
        self.write(name + extension, text, 0o755)
        copy = self.web / f"{name}.cgi"
        shutil.copy2(self.programs / "persist-cgi", copy)
        return copy

    def copy_programs(self):
        """The folder mod_persist beside the scripts, which names persistd."""
        folder = self.web / "mod_persist"
        shutil.copytree(self.programs, folder)
        self.set(PersistDaemon=None)
        return folder

    def run(self, name, body=b"", **changes):
        """Runs the copy as a server does. Returns the finished process."""
        variables = {
            "GATEWAY_INTERFACE": "CGI/1.1",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REQUEST_METHOD": "GET",
            "SCRIPT_NAME": f"/{name}.cgi",
            **changes,
        }
        if body:
            variables["CONTENT_LENGTH"] = str(len(body))
        done = subprocess.run(
            [self.web / f"{name}.cgi"],
            input=body,
            capture_output=True,
            env={k: v for k, v in variables.items() if v is not None},
            timeout=DEADLINE,
            check=False,
        )
        assert not REPORT.search(done.stderr.decode(errors="replace"))
        return done

    def body(self, name, **changes):
        """The body of a response that has to be a good one."""
        done = self.run(name, **changes)
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        assert b"Status: 200" in head, done
        return body.decode()

    def processes(self, word):
        """The processes with this word, and our directory, in their command."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                line = b" ".join(words).decode(errors="replace")
                if str(self.top) in line and word in line:
                    found.append(int(process.name))
        return found

    def persistds(self):
        """What one has forked has its command until it executes another."""
        pids = self.processes("persistd --instance")
        return [pid for pid in pids if parent_of(pid) not in pids]

    def log(self):
        path = self.runtime / "log"
        return path.read_text() if path.exists() else ""

    def wait_for_look(self, seconds):
        """Waits until persistd has looked whether it is still wanted, at least
        so many seconds from now: just before that it turns over a large log
        (persistd/run/own.c)."""
        until = time.monotonic() + seconds
        wait_for(lambda: time.monotonic() > until, "time")
        (self.runtime / "log.1").unlink(missing_ok=True)
        with (self.runtime / "log").open("a") as log:
            log.write("x" * (1 << 20) + "\n")
        wait_for((self.runtime / "log.1").exists, "a look of persistd")

    def close(self):
        """Returns what still runs of this site, after persistd was ended, and
        what sanitizers have found."""
        for pid in self.persistds():
            os.kill(pid, signal.SIGTERM)
        with contextlib.suppress(AssertionError):
            wait_for(lambda: not self.processes(""), "the end of all")
        pids = self.processes("")
        left = [*pids]
        # pytest shows this when the test has failed.
        for log in [self.runtime / "log", self.top / "error_log"]:
            text = log.read_text() if log.exists() else f"no {log}"
            print(text)
            left += REPORT.findall(text)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(self.top)
        return left

    def wait_for_files(self, paths):
        wait_for(
            lambda: all(path.exists() for path in paths), "files of scripts"
        )
