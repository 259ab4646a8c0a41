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


def prepare(peer, site):
    """Put the program where both ways find it."""
    home = site.apps / "cgi"
    if peer.program.file == "cgi_hello":
        shutil.copy(site.built("apps/cgi_hello"), home / "cgi_hello")


class Hosted(Persist):
    """PersistMode cgi."""

    works = frozenset({"programs"})
    settings = "PersistMode cgi, PersistWorkers 1 16"
    children_unseen = True

    def __init__(self, program):
        self.program = program
        self.name = f"host-{program.name}"
        self.title = f"mod_persist, CGI program, {program.title}"
        self.language = program.language
        self.app = f"cgi/{program.file}"

    def url(self, work):
        return f"/{self.name}"

    def serve(self, site):
        prepare(self, site)
        return super().serve(site)

    def environment(self, site):
        return ["PersistMode cgi", "PersistWorkers 1 16"]


class Executed(Cgid):
    """mod_cgid."""

    works = frozenset({"programs"})

    def __init__(self, program):
        self.program = program
        self.name = f"exec-{program.name}"
        self.title = f"mod_cgid, {program.title}"
        self.language = program.language
        self.app = f"cgi/{program.file}"

    def url(self, work):
        return f"/{self.name}"

    def conf(self, site):
        prepare(self, site)
        return super().conf(site)


PEERS = [kind(program) for kind in (Hosted, Executed) for program in PROGRAMS]
