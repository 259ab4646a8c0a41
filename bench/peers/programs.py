# SPDX-License-Identifier: Apache-2.0
"""CGI programs that know nothing of mod_persist: by PersistMode cgi and by
mod_cgid.
"""

import shutil
import subprocess
from dataclasses import dataclass

from .cgid import Cgid
from .persist import Persist


@dataclass(frozen=True)
class Program:
    """A file in apps/cgi/."""

    name: str
    title: str
    language: str
    file: str
    path: str = ""  # behind its URL
    packages: tuple = ()

    def place(self, site):
        """Put what it needs in its place. Return lines of its <Location>."""
        return []


class Hello(Program):
    def place(self, site):
        shutil.copy(site.built("apps/cgi_hello"), site.apps / "cgi")
        return []


class Cgit(Program):
    """It shows a file of a repository, with six bytes."""

    def place(self, site):
        shutil.copy("/usr/lib/cgit/cgit.cgi", site.apps / "cgi/cgit")
        repository = site.dir / "repositories/repo"
        if not repository.exists():
            self.fill(repository)
        settings = site.dir / "cgitrc"
        settings.write_text(
            f"repo.url=repo\nrepo.path={repository}/.git\n", encoding="utf-8"
        )
        return [f"SetEnv CGIT_CONFIG {settings}"]

    def fill(self, repository):
        repository.mkdir(parents=True)
        (repository / "hello").write_text("hello\n", encoding="utf-8")
        git = ["git", "-C", repository]
        git += ["-c", "user.name=you", "-c", "user.email=you@localhost"]
        for words in (["init"], ["add", "hello"], ["commit", "-m", "one"]):
            subprocess.run(
                [*git, *words],
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )


PROGRAMS = [
    Hello("c", "C", "C", "cgi_hello"),
    Cgit("cgit", "cgit", "C", "cgit", "/repo/plain/hello", ("cgit", "git")),
    Program("sh", "sh", "sh", "hello.sh"),
    Program("perl", "Perl", "Perl", "hello.pl"),
    Program("perl-cgi", "Perl with CGI.pm", "Perl", "module.pl"),
    Program("lua", "Lua", "Lua", "hello.lua"),
    Program("python", "Python", "Python", "hello.py"),
    Program(
        "python-modules",
        "Python with json, sqlite3, email",
        "Python",
        "modules.py",
    ),
    Program("ruby", "Ruby", "Ruby", "hello.rb"),
    Program("ruby-cgi", "Ruby with cgi", "Ruby", "module.rb"),
]


class OfProgram:
    """What both ways have in common. kind begins the peer's name."""

    works = frozenset({"programs"})
    kind = ""
    way = ""

    def __init__(self, program):
        self.program = program
        self.name = f"{self.kind}-{program.name}"
        self.title = f"{self.way}, {program.title}"
        self.language = program.language
        self.app = f"cgi/{program.file}"
        self.packages = program.packages

    def url(self, work):
        return f"/{self.name}{self.program.path}"

    def environment(self, site):
        return self.program.place(site)


class Hosted(OfProgram, Persist):
    """PersistMode cgi."""

    kind = "host"
    way = "mod_persist, CGI program"
    settings = "PersistMode cgi, PersistWorkers 1 16"
    children_unseen = True

    def environment(self, site):
        return [
            "PersistMode cgi",
            "PersistWorkers 1 16",
            *super().environment(site),
        ]


class Executed(OfProgram, Cgid):
    """mod_cgid."""

    kind = "exec"
    way = "mod_cgid"


PEERS = [kind(program) for kind in (Hosted, Executed) for program in PROGRAMS]
