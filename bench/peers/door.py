# SPDX-License-Identifier: Apache-2.0
"""Scripts behind persist-cgi, and the same scripts as plain CGI programs, both
under mod_cgid; and the programs themselves.
"""

import os
import shutil
import subprocess
from pathlib import Path

from harness.peer import WORKERS, Peer, location

from .guile import PersistGuile

SETTINGS = """\
PersistDaemon {libexecdir}/mod_persist/persistd
PersistRuntimeDir {sockets}/door
PersistWorkers {workers} {workers}
PersistEnv PYTHONPATH {pyexecdir}
PersistEnv RUBYLIB {rubydir}
PersistEnv LD_LIBRARY_PATH {libdir}
PersistEnv GUILE_LOAD_PATH {guiledir}
PersistEnv GUILE_LOAD_COMPILED_PATH {guilegodir}
PersistEnv XDG_CACHE_HOME {sockets}/cache
"""
INSTALLED = ("libexecdir", "pyexecdir", "rubydir", "libdir")
INSTALLED += ("guiledir", "guilegodir")
CASES = ("environment", "setup")
WORDS = Path("/usr/share/dict/words")


def word_path():
    """Return the example that looks for a way from word to word."""
    return Path(
        os.environ["top_srcdir"], "workers/guile/examples/word-path.scm"
    )


def linked_statically(site):
    """Return persist-cgi without any library, which the first call links."""
    place = site.dir / "static"
    program = place / "mod_persist/persist-cgi"
    if not program.exists():
        script = Path(os.environ["top_srcdir"], "scripts/static")
        subprocess.run(
            [script, os.environ["top_builddir"], place],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return program


class Scripts(Peer):
    """A folder of scripts that mod_cgid serves."""

    settings = "a process for each request (CPU: of the whole machine)"
    children_unseen = True
    modules = ("cgid",)
    ending = ""

    def environment(self, site):
        return []

    def fill(self, site, home):
        """Put files into the new folder."""
        raise NotImplementedError

    def conf(self, site):
        home = site.dir / self.name
        if not home.exists():
            home.mkdir()
            self.fill(site, home)
        lines = ["Options +ExecCGI", *self.environment(site)]
        return (
            f"ScriptSock {site.run}/cgid\n"
            f"Alias /{self.name} {home}\n"
            + location(self.name, "cgi-script", *lines)
        )

    def url(self, work):
        return f"/{self.name}/{work}{self.ending}"


class Plain(Scripts):
    works = frozenset({"door"})

    def __init__(self, language, ending):
        self.name = f"plain-{language.lower()}"
        self.title = f"mod_cgid, {language} (persist-cgi's script)"
        self.language = language
        self.ending = ending

    def environment(self, site):
        return [
            f"SetEnv PYTHONPATH {site.installed('pyexecdir')}",
            f"SetEnv RUBYLIB {site.installed('rubydir')}",
        ]

    def fill(self, site, home):
        for case in CASES:
            shutil.copy(site.apps / "door" / (case + self.ending), home)


class Door(Scripts):
    """Copies of persist-cgi, each beside its script. All use one persistd."""

    place = "ours"
    settings = (
        f"PersistWorkers {WORKERS} {WORKERS}; under mod_cgid, a process of "
        "persist-cgi for each request (CPU: of the whole machine)"
    )
    ending = ".cgi"

    def scripts(self, site):
        """Return the paths of the scripts to copy."""
        raise NotImplementedError

    def program(self, site):
        return f"{site.installed('libexecdir')}/mod_persist/persist-cgi"

    def fill(self, site, home):
        for script in self.scripts(site):
            shutil.copy(script, home)
            shutil.copy(self.program(site), home / f"{script.stem}.cgi")
        places = {name: site.installed(name) for name in INSTALLED}
        text = SETTINGS.format(sockets=site.sockets, workers=WORKERS, **places)
        (home / ".persist").write_text(text)


class Resident(Door):
    works = Plain.works

    def __init__(self, language, ending):
        self.name = f"door-{language.lower()}"
        self.title = f"persist-cgi, {language}"
        self.language = language
        self.suffix = ending

    def scripts(self, site):
        return [site.apps / "door" / (case + self.suffix) for case in CASES]


class WordPath(Door):
    name = "door-word-path"
    title = "persist-cgi, Guile"
    language = "Guile"
    works = frozenset({"word-path"})
    programs = ("guile",)
    packages = ("guile-3.0", "wamerican")

    def missing(self, site):
        return super().missing(site) or needs_words()

    def scripts(self, site):
        return [word_path()]


class PersistWordPath(PersistGuile):
    """The same script by the module, with the same environment."""

    name = "persist-word-path"
    title = "mod_persist, Guile"
    works = WordPath.works
    app = "word-path.scm"
    worker = ""

    def missing(self, site):
        return super().missing(site) or needs_words()

    def serve(self, site):
        shutil.copy(word_path(), site.apps)
        return super().serve(site)

    def environment(self, site):
        cache = f"PersistEnv XDG_CACHE_HOME {site.sockets}/cache"
        return [*super().environment(site), cache]


class Hello(Door):
    """A script in C, whose copy of persist-cgi is also run without httpd."""

    name = "door-c"
    title = "persist-cgi, C"
    language = "C"
    works = frozenset({"process"})

    def scripts(self, site):
        return [Path(site.built("apps/persist_app"))]

    def command(self, site):
        """Return the path of the CGI program."""
        return f"{site.dir}/{self.name}/persist_app.cgi"


class Static:
    """What peers have in common whose program is linked statically."""

    programs = ("musl-gcc",)

    def __init__(self):
        self.name += "-static"
        self.title += " (linked statically)"

    def program(self, site):
        return linked_statically(site)


class StaticWordPath(Static, WordPath):
    programs = (*Static.programs, *WordPath.programs)


class StaticHello(Static, Hello):
    pass


class Nothing(Peer):
    """What any process costs."""

    name = "process"
    title = "/bin/true"
    language = "C"
    place = "floor"
    settings = "started as often as the copies of persist-cgi"
    works = frozenset({"process"})

    def conf(self, site):
        return ""

    def command(self, site):
        return "/bin/true"


def needs_words():
    return "" if WORDS.exists() else f"{WORDS} is not installed"


LANGUAGES = [("Python", ".py"), ("Ruby", ".rb")]
PEERS = [kind(*each) for each in LANGUAGES for kind in (Resident, Plain)]
PEERS += [PersistWordPath(), WordPath(), StaticWordPath()]
PEERS += [Hello(), StaticHello(), Nothing()]
