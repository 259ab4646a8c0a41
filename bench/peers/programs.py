# SPDX-License-Identifier: Apache-2.0
"""CGI programs that know nothing of mod_persist: by PersistMode cgi and by
mod_cgid.
"""

import shutil
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


PROGRAMS = [
    Program("c", "C", "C", "cgi_hello"),
    Program("sh", "sh", "sh", "hello.sh"),
    Program("perl", "Perl", "Perl", "hello.pl"),
    Program("perl-cgi", "Perl with CGI.pm", "Perl", "module.pl"),
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

    def url(self, work):
        return f"/{self.name}"

    def conf(self, site):
        if self.program.file == "cgi_hello":
            shutil.copy(site.built("apps/cgi_hello"), site.apps / self.app)
        return super().conf(site)


class Hosted(OfProgram, Persist):
    """PersistMode cgi."""

    kind = "host"
    way = "mod_persist, CGI program"
    settings = "PersistMode cgi, PersistWorkers 1 16"
    children_unseen = True

    def environment(self, site):
        return ["PersistMode cgi", "PersistWorkers 1 16"]


class Executed(OfProgram, Cgid):
    """mod_cgid."""

    kind = "exec"
    way = "mod_cgid"


PEERS = [kind(program) for kind in (Hosted, Executed) for program in PROGRAMS]
