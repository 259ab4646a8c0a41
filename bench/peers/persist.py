# SPDX-License-Identifier: Apache-2.0
"""mod_persist in C, Python and Ruby; again configured by .htaccess, with
affinity, and with scripts that start slowly; and applications.
"""

import shutil

from harness.application import (
    DJANGO,
    FASTAPI,
    FLASK,
    SINATRA,
    python_path,
    serving,
)
from harness.peer import ALL, WORKERS, ScriptPeer, location

# One server serves all of them. 1000 clients at once are more than the queue of
# 100 that a script has by default.
SERVER = """\
PersistDaemon {libexecdir}/mod_persist/persistd
PersistRuntimeDir {run}/p
PersistCeiling QueueTotal 1024
<IfDefine !BENCH_PERSIST>
    Define BENCH_PERSIST
    PersistWorkers {workers} {workers}
    PersistQueue 1024 60s
    PersistEnv PYTHONPATH {pyexecdir}
    PersistEnv RUBYLIB {rubydir}
    PersistEnv PERSIST_APP_RUNNERS {libdir}/mod_persist
    <Location /persist-status>
        SetHandler persist-status
    </Location>
</IfDefine>
"""


class Persist(ScriptPeer):
    place = "ours"
    settings = (
        f"PersistWorkers {WORKERS} {WORKERS}, PersistQueue 1024 60s, "
        "PersistCeiling QueueTotal 1024"
    )
    modules = ("persist",)
    handler = "persist-script"

    def conf(self, site):
        server = SERVER.format(
            libexecdir=site.installed("libexecdir"),
            run=site.run,
            workers=WORKERS,
            pyexecdir=site.installed("pyexecdir"),
            rubydir=site.installed("rubydir"),
            libdir=site.installed("libdir"),
        )
        return server + self.serve(site)

    def serve(self, site):
        return super().conf(site)


class PersistC(Persist):
    name = "persist-c"
    title = "mod_persist, C"
    language = "C"
    works = ALL - {"page"}
    app = "persist_app"
    worker = "/apps/persist_app "  # not persist_app.py

    def serve(self, site):
        shutil.copy(site.built("apps/persist_app"), site.apps / self.app)
        return super().serve(site)

    def environment(self, site):
        return [f"PersistEnv LD_LIBRARY_PATH {site.installed('libdir')}"]


class PersistPython(Persist):
    name = "persist-python"
    title = "mod_persist, Python each_request"
    language = "Python"
    app = "persist_app.py"
    works = ALL | {"compute", "file"}
    worker = "/apps/persist_app.py"


class PersistCffi(PersistPython):
    """The back end that PyPy uses, on CPython."""

    name = "persist-cffi"
    title = "mod_persist, Python each_request over cffi"
    works = frozenset({"hello", "compute"})
    app = "cffi_app.py"
    worker = "/apps/cffi_app.py"
    first_line = "#!/usr/bin/env python3"

    def serve(self, site):
        text = (site.apps / PersistPython.app).read_text()
        app = site.apps / self.app
        app.write_text(self.first_line + text[text.index("\n") :])
        app.chmod(0o755)
        return super().serve(site)

    def environment(self, site):
        return ["PersistEnv PERSIST_BACKEND cffi"]


class PersistPyPy(PersistCffi):
    name = "persist-pypy"
    title = "mod_persist, PyPy each_request"
    app = "pypy_app.py"
    worker = "/apps/pypy_app.py"
    first_line = "#!/usr/bin/env pypy3"
    programs = ("pypy3",)
    packages = ("pypy3",)


class PersistRuby(Persist):
    name = "persist-ruby"
    title = "mod_persist, Ruby each_request"
    language = "Ruby"
    app = "persist_app.rb"
    worker = "/apps/persist_app.rb"
    packages = ("ruby",)


class PersistAffinity(PersistPython):
    """A copy of the script, with workers of its own."""

    name = "persist-affinity"
    title = "mod_persist, Python each_request, affinity"
    settings = f"{Persist.settings}, PersistAffinity %{{REQUEST_URI}}"
    works = frozenset({"personal"})
    worker = "/affinity/persist_app.py"

    def serve(self, site):
        home = site.dir / "affinity"
        shutil.copytree(site.apps, home, dirs_exist_ok=True)
        return f"Alias /{self.name} {home}/{self.app}\n" + location(
            self.name,
            self.handler,
            "Options +ExecCGI",
            "PersistAffinity %{REQUEST_URI}",
        )


class ByHtaccess(Persist):
    """One of our peers again, configured completely by .htaccess."""

    settings = "Options, SetHandler, PersistWorkers and the queue by .htaccess"
    works = frozenset({"hello"})

    def __init__(self, peer):
        self.peer = peer
        self.name = f"htaccess-{peer.language.lower()}"
        self.title = f"{peer.title}, by .htaccess"
        self.language = peer.language

    def serve(self, site):
        self.peer.serve(site)  # installs its app
        home = site.dir / self.name
        shutil.copytree(site.apps, home, dirs_exist_ok=True)
        lines = [
            "Options +ExecCGI",
            f'<Files "{self.peer.app}">',
            f"    SetHandler {self.handler}",
            "</Files>",
            f"PersistWorkers {WORKERS} {WORKERS}",
            "PersistQueue 1024 60s",
            *self.peer.environment(site),
        ]
        (home / ".htaccess").write_text("\n".join([*lines, ""]))
        return (
            f"Alias /{self.name} {home}/{self.peer.app}\n"
            f"<Directory {home}>\n"
            "    AllowOverride FileInfo Options=ExecCGI\n"
            "</Directory>\n"
        )


class PersistFolder(Persist):
    """An application, which mod_persist finds in its folder.

    Others call such an application with the SDK's adapter; these do, too.
    """

    settings = f"PersistApp, {Persist.settings}"
    venvs: tuple[str, ...] = ()
    directives = ""  # further ones of its folder

    def url(self, work):
        return f"/{self.name}/" if work == "hello" else super().url(work)

    def serve(self, site):
        # A copy, because other servers serve the same files.
        apps = site.dir / self.name
        shutil.copytree(site.apps, apps, dirs_exist_ok=True)
        home = (apps / self.app).parent
        return (
            f"Alias /{self.name} {home}\n"
            f"<Location /{self.name}>\n"
            "    Options +ExecCGI\n"
            f"    PersistEnv PYTHONPATH {python_path(*self.venvs)}:"
            f"{site.installed('pyexecdir')}\n"
            "    PersistInterpreter .py /usr/bin/python3\n"
            "</Location>\n"
            f"<Directory {home}>\n"
            f"    PersistApp {(apps / self.app).name}\n"
            f"{self.directives}"
            "</Directory>\n"
        )


class PersistWsgi(PersistFolder):
    name = "persist-wsgi"
    title = "mod_persist, WSGI"
    language = "Python"
    app = "wsgi/wsgi_app.py"
    works = frozenset({"hello", "file", "mixed"})


class PersistWsgiThreads(PersistWsgi):
    name = "persist-wsgi-threads"
    title = "mod_persist, WSGI (4 threads)"
    settings = f"{PersistFolder.settings}; PersistThreads 4"
    directives = "    PersistThreads 4\n"


class PersistWsgiCopies(PersistWsgi):
    """Loaded once and then copied, as by uWSGI's master."""

    name = "persist-wsgi-copies"
    title = "mod_persist, WSGI (copies)"
    settings = f"{PersistFolder.settings}; PERSIST_CLONES on"
    directives = "    PersistEnv PERSIST_CLONES on\n"


class PersistAsgi(PersistFolder):
    name = "persist-asgi"
    title = "mod_persist, ASGI"
    language = "Python"


class PersistUvloop(PersistAsgi):
    name = "persist-asgi-uvloop"
    title = "mod_persist, ASGI (uvloop)"
    settings = f"{PersistFolder.settings}; uvloop"
    venvs = ("bench-venv",)


class PersistRack(PersistFolder):
    name = "persist-rack"
    title = "mod_persist, Rack"
    language = "Ruby"
    app = "rack/config.ru"
    works = frozenset({"hello"})


class PersistRackCopies(PersistRack):
    name = "persist-rack-copies"
    title = "mod_persist, Rack (copies)"
    settings = PersistWsgiCopies.settings
    directives = PersistWsgiCopies.directives


class PersistRackThreads(PersistRack):
    name = "persist-rack-threads"
    title = "mod_persist, Rack (5 threads)"
    settings = f"{PersistFolder.settings}; PersistThreads 5"
    directives = "    PersistThreads 5\n"


class Started(Persist):
    """A script that starts slowly; each worker is started."""

    works = frozenset({"clone"})
    settings = f"PersistWorkers {WORKERS} {WORKERS}, each started by exec"

    def __init__(self, language, suffix):
        self.name = f"started-{suffix}"
        self.title = f"mod_persist, {language}, started"
        self.language = language
        self.app = f"clone_app.{suffix}"

    def environment(self, site):
        return [f"PersistWorkers {WORKERS} {WORKERS}"]


class Copied(Started):
    """The same script; one worker is started, the others are clones of it."""

    settings = f"PersistWorkers {WORKERS} {WORKERS}, each_request with clones"

    def __init__(self, language, suffix):
        super().__init__(language, suffix)
        self.name = f"copied-{suffix}"
        self.title = f"mod_persist, {language}, copied (clones)"

    def environment(self, site):
        return [*super().environment(site), "PersistEnv CLONES 1"]


OURS = [PersistC(), PersistPython(), PersistRuby()]
SLOW = [("Python", "py"), ("Ruby", "rb")]
PEERS = [*OURS, *map(ByHtaccess, OURS), PersistAffinity()]
PEERS += [PersistCffi(), PersistPyPy()]
PEERS += [PersistWsgi(), PersistRack()]
PEERS += [
    serving(kind(), framework)
    for kind in (PersistWsgi, PersistWsgiCopies, PersistWsgiThreads)
    for framework in (FLASK, DJANGO)
]
PEERS += [serving(kind(), FASTAPI) for kind in (PersistAsgi, PersistUvloop)]
PEERS += [
    serving(kind(), SINATRA)
    for kind in (PersistRack, PersistRackCopies, PersistRackThreads)
]
PEERS += [kind(*script) for script in SLOW for kind in (Started, Copied)]
