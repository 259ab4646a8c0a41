# SPDX-License-Identifier: Apache-2.0
"""Scripts in Guile Scheme, by mod_persist."""

from .persist import Persist


class PersistGuile(Persist):
    name = "persist-guile"
    title = "mod_persist, Guile"
    language = "Guile"
    app = "persist_app.scm"
    works = frozenset({"hello"})
    worker = "/apps/persist_app.scm"
    programs = ("guile",)
    packages = ("guile-3.0",)

    def environment(self, site):
        return [
            f"PersistEnv GUILE_LOAD_PATH {site.installed('guiledir')}",
            "PersistEnv GUILE_LOAD_COMPILED_PATH "
            f"{site.installed('guilegodir')}",
            f"PersistEnv LD_LIBRARY_PATH {site.installed('libdir')}",
            f"PersistEnv XDG_CACHE_HOME {site.run}/cache",
        ]


PEERS = [PersistGuile()]
