# SPDX-License-Identifier: Apache-2.0
"""mod_fcgid: C with libfcgi, Python with flup."""

import os
import shutil
from pathlib import Path

from harness.peer import ALL, WORKERS, ScriptPeer

# One process manager for both. It starts one process at a time, and ends idle
# ones above the minimum, of which there are none here.
SERVER = """\
FcgidIPCDir {run}/fcgid
FcgidProcessTableFile {run}/fcgid.shm
FcgidMinProcessesPerClass {workers}
FcgidMaxProcessesPerClass {workers}
FcgidMaxRequestsPerProcess 0
FcgidIdleTimeout 0
FcgidProcessLifeTime 0
FcgidSpawnScoreUpLimit 1000
FcgidMaxRequestLen 1073741824
FcgidBusyTimeout 600
FcgidInitialEnv PYTHONPATH {flup}
"""


class Fcgid(ScriptPeer):
    settings = (
        f"{WORKERS} processes at least and at most, FcgidMaxRequestLen 1 GiB"
    )
    modules = ("fcgid",)
    packages = ("libapache2-mod-fcgid", "libfcgi-dev")
    handler = "fcgid-script"

    def conf(self, site):
        server = SERVER.format(run=site.run, workers=WORKERS, flup=flup())
        return server + super().conf(site)


class FcgidC(Fcgid):
    name = "fcgid-c"
    title = "mod_fcgid, C (libfcgi)"
    language = "C"
    works = ALL - {"page"}
    app = "fcgi_app.fcgi"
    worker = "/apps/fcgi_app.fcgi"

    def conf(self, site):
        shutil.copy(site.built("apps/fcgi_app"), site.apps / self.app)
        return super().conf(site)


class FcgidPython(Fcgid):
    name = "fcgid-python"
    title = "mod_fcgid, Python (flup)"
    language = "Python"
    app = "fcgi_app.py"
    worker = "/apps/fcgi_app.py"

    def missing(self, site):
        here = Path(flup(), "flup").exists()
        return super().missing(site) or ("" if here else "no flup from PyPI")


def flup() -> str:
    """Return the directory into which scripts/setup has installed flup."""
    root = Path(os.environ["top_srcdir"], "build/bench-venv/lib")
    return str(next(root.glob("python3*/site-packages"), root))


PEERS = [FcgidC(), FcgidPython()]
